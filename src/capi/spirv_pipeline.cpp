#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/spec_map.h"
#include "spirv/external/spirv_tools.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::runtime::ExternalBinding;
using vyre::runtime::ExternalKernel;
using vyre::runtime::ExternalOptions;
using vyre::runtime::Pipeline;
using namespace vyre::capi;

namespace {

Result<ExternalBinding> binding_of(const vyre_spirv_binding& given) {
  VYRE_RETURN_IF_ERROR(check_string(given.name, "name"));
  VYRE_RETURN_IF_ERROR(check_string(given.element, "element"));
  VYRE_RETURN_IF_ERROR(check_reserved(given.reserved, "vyre_spirv_binding"));
  if (given.count > UINT32_MAX || given.access > VYRE_ACCESS_WRITE_ONLY) {
    return fail(Code::kInvalidArgument, "vyre_spirv_binding of set ", given.set, ", binding ",
                given.binding, " has the count ", given.count, " and the access ", given.access,
                ". Fix: a count fits into 32 bits, an access is VYRE_ACCESS_...");
  }
  ExternalBinding binding;
  binding.set = given.set;
  binding.binding = given.binding;
  binding.slot = given.slot;
  binding.name = view(given.name);
  binding.element = view(given.element);
  binding.count = static_cast<uint32_t>(given.count);
  binding.access = static_cast<vyre::ir::Access>(given.access);
  return binding;
}

Result<std::optional<std::vector<ExternalBinding>>> bindings_of(const vyre_spirv_desc& desc) {
  constexpr size_t kMax = 1024;
  if (desc.bindings == nullptr && desc.binding_count == 0) return {std::nullopt};
  if (desc.bindings == nullptr || desc.binding_count > kMax) {
    return fail(Code::kInvalidArgument, "vyre_spirv_desc.binding_count is ", desc.binding_count,
                desc.bindings == nullptr ? " and |bindings| is NULL" : "",
                ". Fix: describe as many as there are, ", kMax, " at most");
  }
  std::vector<ExternalBinding> all;
  for (size_t i = 0; i < desc.binding_count; ++i) {
    VYRE_ASSIGN_OR_RETURN(ExternalBinding one, binding_of(desc.bindings[i]));
    all.push_back(std::move(one));
  }
  return {std::move(all)};
}

Result<ExternalOptions> options_of(const vyre_spirv_desc* given) {
  VYRE_RETURN_IF_ERROR(require(given, "desc"));
  VYRE_ASSIGN_OR_RETURN(const vyre_spirv_desc desc,
                        VYRE_READ_DESC(given, vyre_spirv_desc, VYRE_SPIRV_DESC_INIT));
  VYRE_RETURN_IF_ERROR(check_bits(desc.flags, VYRE_SPIRV_CHECKED, "vyre_spirv_desc.flags"));
  VYRE_RETURN_IF_ERROR(check_string(desc.entry, "entry"));
  VYRE_RETURN_IF_ERROR(check_string(desc.label, "label"));
  ExternalOptions options;
  VYRE_ASSIGN_OR_RETURN(options.words, bytes_of(desc.words, desc.size, "words"));
  VYRE_ASSIGN_OR_RETURN(options.bindings, bindings_of(desc));
  options.entry_point = view(desc.entry);
  options.label = view(desc.label);
  options.values = read_spec_map(desc.values, [](const auto& map) { return map; });
  options.checked = (desc.flags & VYRE_SPIRV_CHECKED) != 0;
  return options;
}

Result<const ExternalKernel*> kernel_of(const vyre_pipeline* pipeline) {
  VYRE_RETURN_IF_ERROR(require(pipeline, "pipeline"));
  if (const ExternalKernel* kernel = pipeline->rep->external()) return kernel;
  return fail(Code::kInvalidArgument, "the pipeline", pipeline->rep->in_label(),
              " was made from a program. Fix: ask about one of vyre_pipeline_create_spirv");
}

vyre_spirv_binding describe(const ExternalBinding& from) {
  vyre_spirv_binding binding = {};
  binding.name = to_c(from.name);
  binding.element = to_c(from.element);
  binding.count = from.count;
  binding.set = from.set;
  binding.binding = from.binding;
  binding.slot = from.slot;
  binding.access = static_cast<uint32_t>(from.access);
  return binding;
}

}  // namespace

uint64_t vyre_built_with(void) {
  return vyre::spirv::has_tools() ? VYRE_BUILT_WITH_SPIRV_TOOLS : UINT64_C(0);
}

vyre_error* vyre_pipeline_create_spirv(vyre_backend* backend, const vyre_spirv_desc* desc,
                                       vyre_pipeline** out_pipeline) {
  return guard(out_pipeline, backend, "backend", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const ExternalOptions options, options_of(desc));
    return hand_out(out_pipeline, Pipeline::create_external(backend->rep, options));
  });
}

vyre_error* vyre_pipeline_get_spirv_info(const vyre_pipeline* pipeline, vyre_spirv_info* out_info) {
  return guard([&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const ExternalKernel* kernel, kernel_of(pipeline));
    VYRE_RETURN_IF_ERROR(require(out_info, "out_info"));
    vyre_spirv_info info = VYRE_SPIRV_INFO_INIT;
    info.entry = to_c(kernel->interface.entry_point);
    if (kernel->code->checked) info.flags |= VYRE_SPIRV_CHECKED;
    info.workgroup_memory_bytes = kernel->interface.workgroup_memory_bytes.value_or(0);
    info.buffer_count = static_cast<uint32_t>(kernel->bindings.size());
    info.push_constant_bytes = kernel->interface.push_constant_bytes;
    std::copy_n(kernel->interface.workgroup_size.begin(), 3, info.workgroup);
    return write_struct(out_info, info, "vyre_spirv_info");
  });
}

vyre_error* vyre_pipeline_get_spirv_binding(const vyre_pipeline* pipeline, uint32_t index,
                                            vyre_spirv_binding* out_binding) {
  return guard(out_binding, [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const ExternalKernel* kernel, kernel_of(pipeline));
    VYRE_RETURN_IF_ERROR(check_index(index, kernel->bindings.size(), "the SPIR-V module uses",
                                     "buffers", "vyre_spirv_info.buffer_count"));
    *out_binding = describe(kernel->bindings[index]);
    return {};
  });
}
