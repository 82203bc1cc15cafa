#pragma once

#include <vector>

#include "ir/build/assembler.h"
#include "ir/program/visit.h"

namespace vyre::ir {

// Copies records of one program into another that is put together.
class Rewriter {
 public:
  Rewriter(const Program& from, Assembler& to)
      : from_(from), to_(to), names_(from.names.size(), kNone) {}

  NameId name(NameId id) {
    if (id == kNone) return kNone;
    if (names_[id] == kNone) names_[id] = to_.name(from_.names[id]);
    return names_[id];
  }

  TypeId type(TypeId id) {
    Type type = from_.types[id];
    if (!has_parameters(type.tag)) return id;
    if (has_element(type.tag)) type.element = this->type(type.element);
    return to_.type(type, from_.types.dims(id));
  }

  // The same record with names, types and payload of the new program. What is inside it is still
  // that of the old one.
  Expr renamed(Expr expr) {
    expr.name = name(expr.name);
    if (expr.kind == ExprKind::kCast) expr.value = type(expr.value);
    if (expr.kind == ExprKind::kOpaque) expr.args = to_.payload(from_.bytes(expr.args));
    return expr;
  }
  Node renamed(Node node) {
    node.name = name(node.name);
    node.name2 = name(node.name2);
    node.tag = name(node.tag);
    if (node.kind == NodeKind::kOpaque) node.body = to_.payload(from_.bytes(node.body));
    return node;
  }

  // Puts |operand(ExprId)| in the place of each operand of |expr|, in evaluation order.
  template <typename Operand>
  void replace_operands(Expr& expr, Operand operand) {
    for (uint32_t i = 0; i < operand_count(expr.kind); ++i) {
      if (expr.operands[i] != kNone) expr.operands[i] = operand(expr.operands[i]);
    }
    if (expr.kind != ExprKind::kCall) return;
    std::vector<ExprId> arguments;
    for (const ExprId argument : from_.arguments(expr)) arguments.push_back(operand(argument));
    expr.args = to_.list(arguments);
  }

 private:
  const Program& from_;
  Assembler& to_;
  std::vector<NameId> names_;  // by name of the source; kNone = not copied yet
};

}  // namespace vyre::ir
