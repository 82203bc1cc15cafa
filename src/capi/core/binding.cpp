#include "capi/core/binding.h"

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"

namespace vyre::capi {
namespace {

using runtime::BindKind;

static_assert(sizeof(vyre_binding) == 96 || sizeof(void*) != 8);
static_assert(VYRE_WHOLE_SIZE == runtime::kWholeSize);

Result<BindKind> kind_of(const vyre_binding& binding) {
  switch (binding.kind) {
    case VYRE_BIND_INPUT:
      return BindKind::kInput;
    case VYRE_BIND_OUTPUT:
      return BindKind::kOutput;
    case VYRE_BIND_INOUT:
      return BindKind::kInOut;
    case VYRE_BIND_ZEROS:
      return BindKind::kZeros;
    case VYRE_BIND_BUFFER:
      return BindKind::kBuffer;
    case VYRE_BIND_IMAGE:
      return BindKind::kImage;
    case VYRE_BIND_SAMPLER:
      return BindKind::kSampler;
    default:
      return fail(Code::kInvalidArgument, "kind is ", binding.kind,
                  ". Fix: make bindings with vyre_bind_input and its like");
  }
}

bool is_texels(BindKind kind) { return kind == BindKind::kImage || kind == BindKind::kSampler; }

// Names a field that is set although |kind| has no use for it; empty when there is none.
std::string_view surplus_field(const vyre_binding& binding, BindKind kind) {
  const bool takes_input = kind == BindKind::kInput || kind == BindKind::kInOut;
  const bool takes_output = kind == BindKind::kOutput || kind == BindKind::kInOut;
  if (binding.input != nullptr && !takes_input) return "input";
  if (binding.output != nullptr && !takes_output) return "output";
  if (binding.buffer != nullptr && kind != BindKind::kBuffer) return "buffer";
  if (binding.offset != 0 && kind != BindKind::kBuffer) return "offset";
  if (binding.size != 0 && is_texels(kind)) return "size";
  if (binding.image != nullptr && kind != BindKind::kImage) return "image";
  if (binding.sampler != nullptr && !is_texels(kind)) return "sampler";
  if (binding.mip_level != 0 && kind != BindKind::kImage) return "mip_level";
  return binding.reserved != 0 ? "reserved" : "";
}

Status take_texels(const vyre_binding& binding, runtime::Binding& converted) {
  const bool is_image = converted.kind == BindKind::kImage;
  VYRE_RETURN_IF_ERROR(is_image ? require(binding.image, "image")
                                : require(binding.sampler, "sampler"));
  if (is_image) converted.image = binding.image->rep.get();
  if (is_image) converted.level = binding.mip_level;
  if (binding.sampler != nullptr) converted.sampler = binding.sampler->rep.get();
  return {};
}

Status convert(const vyre_binding& binding, runtime::Binding& converted) {
  VYRE_RETURN_IF_ERROR(check_string(binding.name, "name"));
  VYRE_ASSIGN_OR_RETURN(const BindKind kind, kind_of(binding));
  if (const std::string_view field = surplus_field(binding, kind); !field.empty()) {
    return fail(Code::kInvalidArgument, field, " is set, which a binding as ",
                runtime::bind_kind_name(kind), " does not use. Fix: leave it zero");
  }
  if (binding.name.size != 0) converted.name = view(binding.name);
  converted.slot = binding.slot;
  converted.set = binding.set;
  converted.array_index = binding.array_index;
  converted.kind = kind;
  converted.offset = binding.offset;
  converted.size = binding.size;
  if (kind == BindKind::kBuffer) {
    VYRE_RETURN_IF_ERROR(require(binding.buffer, "buffer"));
    converted.buffer = binding.buffer->rep.get();
    return {};
  }
  if (is_texels(kind)) return take_texels(binding, converted);
  converted.input = static_cast<const std::byte*>(binding.input);
  converted.output = static_cast<std::byte*>(binding.output);
  return {};
}

}  // namespace

Result<std::pmr::vector<runtime::Binding>> bindings_of(const vyre_binding* bindings, size_t count,
                                                       std::pmr::memory_resource* memory) {
  std::pmr::vector<runtime::Binding> all(memory);
  all.reserve(std::min<size_t>(count, 64));
  VYRE_RETURN_IF_ERROR(add_bindings(bindings, count, all));
  return all;
}

Status add_bindings(const vyre_binding* bindings, size_t count,
                    std::pmr::vector<runtime::Binding>& all) {
  VYRE_RETURN_IF_ERROR(require_array(bindings, count, "bindings"));
  for (size_t i = 0; i < count; ++i) {
    Status status = convert(bindings[i], all.emplace_back());
    if (!status.ok()) return of_entry(std::move(status), "bindings", i);
  }
  return {};
}

}  // namespace vyre::capi
