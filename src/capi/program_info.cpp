#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/role.h"
#include "launch/layout.h"
#include "runtime/program/device_requirements.h"

using vyre::Result;
using vyre::Status;
using vyre::ir::ConstantKind;
using vyre::ir::ConstantValue;
using namespace vyre::capi;

namespace {

uint64_t bits_of(const vyre::runtime::DeviceRequirements& needs) {
  uint64_t bits = 0;
#define VYRE_NEED(bit, name, field, tool, words) bits |= needs.field ? VYRE_NEEDS_##name : 0;
#include "runtime/program/needs.def"
  return bits;
}

uint64_t flags_of(const vyre::ir::Buffer& buffer, vyre::launch::Role role) {
  using vyre::launch::Role;
  const bool returns = role == Role::kOutput || role == Role::kInputOutput ||
                       (role != Role::kShared && buffer.pipeline_live_out);
  uint64_t flags = 0;
  if (buffer.is_output) flags |= VYRE_BUFFER_IS_OUTPUT;
  if (buffer.pipeline_live_out) flags |= VYRE_BUFFER_LIVE_OUT;
  if (returns) flags |= VYRE_BUFFER_READ_BACK;
  if (buffer.output_byte_range) flags |= VYRE_BUFFER_OUTPUT_RANGE;
  return flags;
}

vyre_buffer_info describe(const vyre::runtime::Program& program, uint32_t index) {
  const vyre::ir::Buffer& buffer = program.ir().buffers[index];
  const vyre::launch::Role role = vyre::launch::role_of(buffer);
  const auto packed = vyre::launch::packed_bytes(program.ir().types, buffer.element, buffer.count);
  vyre_buffer_info info = VYRE_BUFFER_INFO_INIT;
  info.name = to_c(program.ir().names[buffer.name]);
  info.element = to_c(program.element_name(index));
  info.flags = flags_of(buffer, role);
  info.element_bytes = vyre::ir::min_bytes(program.ir().types, buffer.element);
  info.element_count = buffer.count;
  info.static_bytes = packed.ok() ? packed.value() : 0;
  if (buffer.output_byte_range) {
    info.output_start = buffer.output_byte_range->start;
    info.output_end = buffer.output_byte_range->end;
  }
  info.slot = buffer.binding;
  info.element_type = static_cast<uint32_t>(program.ir().types[buffer.element].tag);
  info.access = static_cast<uint32_t>(buffer.access);
  info.role = role_number(role);
  return info;
}

static_assert(static_cast<int>(vyre::ir::Access::kReadOnly) == VYRE_ACCESS_READ_ONLY);
static_assert(static_cast<int>(vyre::ir::Access::kReadWrite) == VYRE_ACCESS_READ_WRITE);
static_assert(static_cast<int>(vyre::ir::Access::kUniform) == VYRE_ACCESS_UNIFORM);
static_assert(static_cast<int>(vyre::ir::Access::kWorkgroup) == VYRE_ACCESS_WORKGROUP);
static_assert(static_cast<int>(vyre::ir::Access::kWriteOnly) == VYRE_ACCESS_WRITE_ONLY);

// A copy of the error for each call, or success.
Status found(const Result<std::vector<ConstantValue>>& values) {
  return values.ok() ? Status() : Status(vyre::ErrorInfo(values.error().info()));
}

vyre_spec_info info_of(const ConstantValue& value) {
  vyre_spec_info info = VYRE_SPEC_INFO_INIT;
  info.name = to_c(value.name);
  info.kind = static_cast<uint32_t>(value.kind);
  if (!value.initial) return info;
  info.has_initial = 1;
  const auto tag = static_cast<vyre::ir::DataType>(*value.initial);
  info.initial = value.kind == ConstantKind::kElementType
                     ? vyre_spec_element(to_c(vyre::ir::tag_name(tag)))
                     : vyre_spec_(info.kind, *value.initial);
  return info;
}

}  // namespace

vyre_error* vyre_program_get_info(const vyre_program* program, vyre_program_info* out_info) {
  return guard(program, "program", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(out_info, "out_info"));
    const vyre::ir::Program& ir = program->rep->ir();
    const vyre::runtime::DeviceRequirements needs = vyre::runtime::device_requirements(ir);
    vyre_program_info info = VYRE_PROGRAM_INFO_INIT;
    if (ir.entry_op_id) info.entry = to_c(ir.names[*ir.entry_op_id]);
    info.needs = bits_of(needs);
    info.workgroup_memory_bytes = needs.workgroup_memory_bytes;
    info.expression_count = ir.exprs.size();
    info.statement_count = ir.nodes.size();
    info.buffer_count = static_cast<uint32_t>(ir.buffers.size());
    std::copy(ir.workgroup_size.begin(), ir.workgroup_size.end(), info.workgroup);
    return write_struct(out_info, info, "vyre_program_info");
  });
}

vyre_error* vyre_program_get_buffer(const vyre_program* program, uint32_t index,
                                    vyre_buffer_info* out_info) {
  return guard(program, "program", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(out_info, "out_info"));
    VYRE_RETURN_IF_ERROR(check_index(index, program->rep->ir().buffers.size(), "the program has",
                                     "buffers", "vyre_program_info.buffer_count"));
    return write_struct(out_info, describe(*program->rep, index), "vyre_buffer_info");
  });
}

vyre_error* vyre_program_get_spec_count(const vyre_program* program, size_t* out_count) {
  return guard(out_count, program, "program", [&]() -> Status {
    const auto& values = program->rep->constant_values();
    VYRE_RETURN_IF_ERROR(found(values));
    *out_count = values.value().size();
    return {};
  });
}

vyre_error* vyre_program_get_spec(const vyre_program* program, size_t index,
                                  vyre_spec_info* out_info) {
  return guard(program, "program", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(out_info, "out_info"));
    const auto& values = program->rep->constant_values();
    VYRE_RETURN_IF_ERROR(found(values));
    VYRE_RETURN_IF_ERROR(check_index(index, values.value().size(), "the program names",
                                     "specialization values", "vyre_program_get_spec_count"));
    return write_struct(out_info, info_of(values.value()[index]), "vyre_spec_info");
  });
}
