#include "capi/builder/builder.h"
#include "vyre_driver_builder.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::ir::Buffer;
using vyre::ir::Builder;
using namespace vyre::capi;

namespace {

constexpr vyre_parameter_flags kKnownFlags =
    VYRE_PARAMETER_RETURNED | VYRE_PARAMETER_RETURNS_RANGE | VYRE_PARAMETER_MARKED_OUTPUT |
    VYRE_PARAMETER_MARKED_LIVE_OUT;

bool has(const vyre_parameter_desc& desc, vyre_parameter_flags flag) {
  return (desc.flags & flag) != 0;
}

Status check_kinds(const vyre_parameter_desc& desc) {
  const auto access = static_cast<uint32_t>(desc.access);
  const auto memory = static_cast<uint32_t>(desc.memory);
  if (access > VYRE_ACCESS_WRITE_ONLY) {
    return vyre::fail(Code::kInvalidArgument, "vyre_parameter_desc.access is ", access,
                      ". Fix: use a VYRE_ACCESS_ constant");
  }
  if (memory > VYRE_MEMORY_PERSISTENT) {
    return vyre::fail(Code::kInvalidArgument, "vyre_parameter_desc.memory is ", memory,
                      ". Fix: use a VYRE_MEMORY_ constant");
  }
  if ((access == VYRE_ACCESS_WORKGROUP) == (memory == VYRE_MEMORY_SHARED)) return {};
  return vyre::fail(Code::kInvalidArgument, "vyre_parameter_desc.access is ", access,
                    " and memory is ", memory,
                    ". Fix: VYRE_ACCESS_WORKGROUP and VYRE_MEMORY_SHARED go together");
}

Status check_returned(const vyre_parameter_desc& desc) {
  const bool writes =
      desc.access == VYRE_ACCESS_READ_WRITE || desc.access == VYRE_ACCESS_WRITE_ONLY;
  if (has(desc, VYRE_PARAMETER_RETURNED) && !writes) {
    return vyre::fail(Code::kInvalidArgument, "vyre_parameter_desc.access is ",
                      static_cast<uint32_t>(desc.access),
                      " of a parameter that is RETURNED. Fix: use VYRE_ACCESS_READ_WRITE or "
                      "VYRE_ACCESS_WRITE_ONLY");
  }
  const bool has_range = desc.return_start != 0 || desc.return_end != 0;
  if (has(desc, VYRE_PARAMETER_RETURNS_RANGE) || !has_range) return {};
  return vyre::fail(Code::kInvalidArgument, "vyre_parameter_desc.return_start and return_end are ",
                    desc.return_start, " and ", desc.return_end,
                    " without their flag. Fix: set VYRE_PARAMETER_RETURNS_RANGE in flags");
}

Status check(const vyre_parameter_desc& desc) {
  VYRE_RETURN_IF_ERROR(check_bits(desc.flags, kKnownFlags, "vyre_parameter_desc.flags"));
  VYRE_RETURN_IF_ERROR(check_reserved(desc.reserved, "vyre_parameter_desc"));
  VYRE_RETURN_IF_ERROR(check_string(desc.name, "vyre_parameter_desc.name"));
  VYRE_RETURN_IF_ERROR(check_kinds(desc));
  return check_returned(desc);
}

Buffer buffer_of(const vyre_parameter_desc& desc) {
  Buffer buffer;
  buffer.binding = desc.slot;
  buffer.count = desc.element_count;
  buffer.access = static_cast<vyre::ir::Access>(desc.access);
  buffer.kind = static_cast<vyre::ir::MemoryKind>(desc.memory);
  buffer.is_output = has(desc, VYRE_PARAMETER_MARKED_OUTPUT);
  buffer.pipeline_live_out = has(desc, VYRE_PARAMETER_MARKED_LIVE_OUT);
  buffer.element = static_cast<uint32_t>(desc.type);
  if (has(desc, VYRE_PARAMETER_RETURNS_RANGE)) {
    buffer.output_byte_range = vyre::ir::ByteRange{desc.return_start, desc.return_end};
  }
  return buffer;
}

}  // namespace

vyre_parameter vyre_builder_declare(vyre_builder* builder, const vyre_parameter_desc* desc) {
  const auto declare = [&](Builder& b) -> Result<Builder::Parameter> {
    if (desc == nullptr) return null_place("desc");
    VYRE_ASSIGN_OR_RETURN(const vyre_parameter_desc known,
                          VYRE_READ_DESC(desc, vyre_parameter_desc, VYRE_PARAMETER_DESC_INIT));
    VYRE_RETURN_IF_ERROR(check(known));
    return b.declare(view(known.name), buffer_of(known), has(known, VYRE_PARAMETER_RETURNED));
  };
  return make_id<vyre_parameter>(builder, __func__, {}, declare);
}

uint32_t vyre_builder_slot(const vyre_builder* builder, vyre_parameter parameter) {
  if (builder == nullptr) return VYRE_UNKNOWN_U32;
  uint32_t slot = VYRE_UNKNOWN_U32;
  vyre_error_destroy(guard([&]() -> Status {
    const std::lock_guard lock(builder->mutex);
    slot = builder->rep.slot(to_parameter(parameter)).value_or(VYRE_UNKNOWN_U32);
    return {};
  }));
  return slot;
}
