#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"

using vyre::Result;
using vyre::Status;
using vyre::ir::ConstantKind;
using vyre::ir::ConstantValue;
using namespace vyre::capi;

namespace {

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
