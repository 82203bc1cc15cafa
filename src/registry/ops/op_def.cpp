#include "registry/ops/op_def.h"

namespace vyre::registry {

ir::OpSignature signature_of(const OpDef& op) {
  ir::OpSignature signature;
  for (const Operand& input : op.signature.inputs) signature.inputs.push_back(input.type);
  for (const Operand& output : op.signature.outputs) signature.outputs.push_back(output.type);
  return signature;
}

std::string_view registrant_of(const OpDef& op) {
  return op.dialect.empty() ? kUnknownDialect : std::string_view(op.dialect);
}

}  // namespace vyre::registry
