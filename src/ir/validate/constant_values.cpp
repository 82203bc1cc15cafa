#include "ir/validate/rules.h"

namespace vyre::ir {
namespace {

// A name that means the workgroup size on an axis must be of its kind, and say nothing else.
void validate_reserved(Validation& v, const ConstantValue& value) {
  if (!value.name.starts_with(kReservedSpecPrefix)) return;
  const std::string name = display_name(value.name);
  const std::optional<uint32_t> axis = workgroup_axis(value.name);
  if (!axis) {
    return v.findings.error("R-SPEC", "the specialization value ", name,
                            " has a name that is kept for the driver, which does not know it");
  }
  if (value.kind != ConstantKind::kU32) {
    return v.findings.error("R-SPEC", "the workgroup size ", name, " is ",
                            constant_kind_name(value.kind), ", not U32");
  }
  const uint32_t declared = v.program.workgroup_size[*axis];
  if (!value.initial || *value.initial == declared) return;
  v.findings.error("R-SPEC", "the workgroup size ", name, " has the default ", *value.initial,
                   " and the program declares ", declared);
}

}  // namespace

void validate_constant_value(Validation& v, const Expr& expr) {
  const Result<ConstantValue> read = read_constant_value(v.program.bytes(expr.args));
  if (!read.ok()) {
    return v.findings.error("V030", "a specialization value is malformed: ", read.error().text());
  }
  const ConstantValue& value = read.value();
  const ConstantValue& first = v.specs.emplace(value.name, value).first->second;
  if (first == value) return validate_reserved(v, value);
  v.findings.error("R-SPEC", "the specialization value ", display_name(value.name), " is ",
                   describe(value), ", and ", describe(first), " where it is named first");
}

}  // namespace vyre::ir
