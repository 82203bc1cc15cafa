#include "ir/validate/validate.h"

#include <algorithm>

#include "ir/program/tag_names.h"
#include "ir/program/visit.h"
#include "ir/validate/rules.h"

namespace vyre::ir {
namespace {

void validate_top_level(Validation& v) {
  const auto step = v.findings.step("body");
  const auto body = v.program.list(v.program.entry);
  if (body.empty()) return v.findings.error("R-REGION", "the program has no statements");
  if (!is_all_regions(v.program, body))
    v.findings.error("R-REGION", "a top-level statement is not a region");
}

void validate_workgroup_size(Validation& v) {
  for (uint32_t axis = 0; axis < 3; ++axis) {
    const auto step = v.findings.step("workgroup_size", axis);
    if (v.program.workgroup_size[axis] == 0) v.findings.error("R-WG0", "the axis is zero");
  }
}

}  // namespace

std::string Findings::path() const {
  std::string text;
  for (const Part& part : path_) {
    if (!text.empty()) text += '.';
    text += part.label;
    if (part.index != kNone) text += concat('[', part.index, ']');
  }
  return text;
}

std::string access_name(Access access) {
  std::string name(spelling::word(spelling::kAccesses, access));
  std::ranges::replace(name, '_', '-');
  return name;
}

bool storable(Semantics semantics, TypeId from, TypeId to) {
  const auto is_pair = [&](DataType a, DataType b) {
    return (from == scalar(a) && to == scalar(b)) || (from == scalar(b) && to == scalar(a));
  };
  if (from == to || is_pair(DataType::kU32, DataType::kBytes)) return true;
  return semantics >= Semantics::kV0_6_5 &&
         (is_pair(DataType::kU32, DataType::kI32) || is_pair(DataType::kU64, DataType::kI64) ||
          is_pair(DataType::kBool, DataType::kU32));
}

ValidationReport find_violations(const Program& program, const ValidationOptions& options) {
  ValidationReport report;
  Validation validation(program, options, report);
  validate_top_level(validation);
  validate_workgroup_size(validation);
  validate_buffers(validation);
  validate_statements(validation);
  validate_linear_use(validation);
  validate_shapes(validation);
  return report;
}

Status verdict(ValidationReport report) {
  if (report.valid()) return {};
  const Finding& first = report.errors.front();
  Status status = fail(Code::kInvalidProgram, "the program is invalid: ", first.code, " at ",
                       first.path, ": ", first.text, " (", report.error_count,
                       report.error_count == 1 ? " finding" : " findings", "). Fix: ", first.fix);
  status.info().findings = std::move(report.errors);
  return status;
}

Status validate(const Program& program, const ValidationOptions& options) {
  return verdict(find_violations(program, options));
}

}  // namespace vyre::ir
