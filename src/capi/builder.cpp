#include "capi/builder.h"

#include <utility>

using vyre::Code;
using vyre::Status;
using vyre::ir::Buffer;
using vyre::runtime::Program;
using namespace vyre::capi;

namespace vyre::capi {
namespace {

Status check_strings(std::initializer_list<vyre_string> texts) {
  for (const vyre_string& text : texts) VYRE_RETURN_IF_ERROR(check_string(text, "string"));
  return {};
}

// A new owner of |mistake|, which is one for itself when it is static.
vyre_error* copy_of(vyre_error* mistake) {
  const bool is_static = std::holds_alternative<StaticError>(mistake->rep);
  return is_static ? mistake : new vyre_error{mistake->rep};
}

constexpr uint64_t kBufferFlags =
    VYRE_BUFFER_IS_OUTPUT | VYRE_BUFFER_LIVE_OUT | VYRE_BUFFER_OUTPUT_RANGE;

Status check_buffer_desc(const vyre_buffer_desc& desc) {
  VYRE_RETURN_IF_ERROR(check_bits(desc.flags, kBufferFlags, "vyre_buffer_desc.flags"));
  VYRE_RETURN_IF_ERROR(check_strings({desc.name, desc.element}));
  if (desc.access > VYRE_ACCESS_WRITE_ONLY || desc.memory > VYRE_MEMORY_PERSISTENT) {
    return fail(Code::kInvalidArgument, "access ", desc.access, " or memory ", desc.memory,
                " is none. Fix: use the VYRE_ACCESS_ and VYRE_MEMORY_ constants");
  }
  const bool has_range = (desc.flags & VYRE_BUFFER_OUTPUT_RANGE) != 0;
  if (has_range || (desc.output_start == 0 && desc.output_end == 0)) return {};
  return fail(Code::kInvalidArgument, "an output range from ", desc.output_start, " to ",
              desc.output_end, " without its bit. Fix: set VYRE_BUFFER_OUTPUT_RANGE in flags");
}

Buffer buffer_of(const vyre_buffer_desc& desc) {
  Buffer buffer;
  buffer.binding = desc.slot;
  buffer.count = desc.element_count;
  buffer.access = static_cast<ir::Access>(desc.access);
  buffer.kind = static_cast<ir::MemoryKind>(desc.memory);
  buffer.is_output = (desc.flags & VYRE_BUFFER_IS_OUTPUT) != 0;
  buffer.pipeline_live_out = (desc.flags & VYRE_BUFFER_LIVE_OUT) != 0;
  if ((desc.flags & VYRE_BUFFER_OUTPUT_RANGE) != 0) {
    buffer.output_byte_range = ir::ByteRange{desc.output_start, desc.output_end};
  }
  return buffer;
}

}  // namespace

void take_step(vyre_builder* builder, std::string_view function,
               std::initializer_list<vyre_string> texts,
               const std::function<Status(ir::Builder&)>& step) noexcept {
  if (builder == nullptr) return;
  std::lock_guard lock(builder->mutex);
  if (builder->mistake != nullptr) return;
  builder->mistake.reset(guard([&]() -> Status {
    const std::string place = builder->rep.place();
    Status status = check_strings(texts);
    if (status.ok()) status = step(builder->rep);
    if (!status.ok()) status.info().text = concat(function, " at ", place, ": ", status.text());
    return status;
  }));
}

}  // namespace vyre::capi

vyre_error* vyre_builder_create(vyre_context* context, vyre_builder** out_builder) {
  return guard(out_builder, context, "context", [&]() -> Status {
    *out_builder = new vyre_builder(context->rep);
    return {};
  });
}

vyre_error* vyre_builder_status(const vyre_builder* builder) {
  vyre_error* mistake = nullptr;
  vyre_error* error = guard(builder, "builder", [&]() -> Status {
    std::lock_guard lock(builder->mutex);
    if (builder->mistake != nullptr) mistake = copy_of(builder->mistake.get());
    return {};
  });
  return error != nullptr ? error : mistake;
}

vyre_error* vyre_builder_finish(vyre_builder* builder, vyre_program** out_program) {
  vyre_error* mistake = nullptr;
  vyre_error* error = guard(out_program, builder, "builder", [&]() -> Status {
    std::lock_guard lock(builder->mutex);
    vyre::ir::Builder built =
        std::exchange(builder->rep, vyre::ir::Builder(builder->context->memory()));
    mistake = builder->mistake.release();
    if (mistake != nullptr) return {};
    VYRE_ASSIGN_OR_RETURN(auto ir, built.finish());
    auto program = std::make_shared<const Program>(builder->context, std::move(ir));
    *out_program = new vyre_program{std::move(program)};
    return {};
  });
  return error != nullptr ? error : mistake;
}

void vyre_builder_destroy(vyre_builder* builder) { delete builder; }

void vyre_builder_set_workgroup(vyre_builder* builder, uint32_t x, uint32_t y, uint32_t z) {
  make(builder, __func__, {}, [&](vyre::ir::Builder& b) -> Status {
    b.set_workgroup({x, y, z});
    return {};
  });
}

void vyre_builder_set_entry(vyre_builder* builder, vyre_string op_id) {
  make(builder, __func__, {op_id}, [&](vyre::ir::Builder& b) -> Status {
    b.set_entry(view(op_id));
    return {};
  });
}

void vyre_builder_declare(vyre_builder* builder, const vyre_buffer_desc* desc) {
  make(builder, __func__, {}, [&](vyre::ir::Builder& b) -> Status {
    VYRE_RETURN_IF_ERROR(require(desc, "desc"));
    VYRE_ASSIGN_OR_RETURN(const vyre_buffer_desc known,
                          read_desc(desc, vyre_buffer_desc{}, "vyre_buffer_desc"));
    VYRE_RETURN_IF_ERROR(check_buffer_desc(known));
    const std::string_view element = known.element.size == 0 ? "U32" : view(known.element);
    return b.declare(view(known.name), element, buffer_of(known));
  });
}
