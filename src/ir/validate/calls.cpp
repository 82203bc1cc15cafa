#include "ir/validate/rules.h"

namespace vyre::ir {
namespace {

// A handle kept in a local counts as U32: that is the type of a local whose value has none.
bool fits(const Validation& v, TypeId argument, DataType wanted) {
  const DataType tag = v.program.types[argument].tag;
  return tag == wanted || (wanted == DataType::kHandle && tag == DataType::kU32);
}

void validate_argument(Validation& v, uint32_t index, ExprId argument,
                       const std::string& spelling) {
  const Findings::Step step(v.findings, "args", index);
  const auto wanted = find_spelled_type(spelling);
  if (!wanted) {
    return v.findings.error("V021", "the op declares an input of unknown type ",
                            display_name(spelling));
  }
  const TypeId type = v.types.of(argument);
  if (type == kUnknownType || fits(v, type, *wanted)) return;
  v.findings.error("V022", "the argument is ", v.type(type), ", the op takes ",
                   display_name(spelling));
}

}  // namespace

void validate_call(Validation& v, const Expr& expr) {
  if (v.options.ops == nullptr) return;
  const OpSignature* signature = v.options.ops->signature(v.program.names[expr.name]);
  if (signature == nullptr) {
    return v.findings.error("V016", "no op is named ", v.quoted(expr.name));
  }
  const auto arguments = v.program.arguments(expr);
  if (arguments.size() != signature->inputs.size()) {
    return v.findings.error("V020", "op ", v.quoted(expr.name), " takes ", signature->inputs.size(),
                            " arguments, the call has ", arguments.size());
  }
  for (uint32_t i = 0; i < arguments.size(); ++i) {
    validate_argument(v, i, arguments[i], signature->inputs[i]);
  }
}

}  // namespace vyre::ir
