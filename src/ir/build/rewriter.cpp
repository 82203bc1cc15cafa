#include "ir/build/rewriter.h"

namespace vyre::ir {

NameId Rewriter::name(NameId id) {
  if (id == kNone) return kNone;
  if (names_[id] == kNone) names_[id] = to_.name(from_.names[id]);
  return names_[id];
}

TypeId Rewriter::type(TypeId id) {
  Type type = from_.types[id];
  if (!has_parameters(type.tag)) return id;
  if (has_element(type.tag)) type.element = this->type(type.element);
  return to_.type(type, from_.types.dims(id));
}

Expr Rewriter::renamed(Expr expr) {
  expr.name = name(expr.name);
  if (expr.kind == ExprKind::kCast) expr.value = type(expr.value);
  if (expr.kind == ExprKind::kOpaque) expr.args = to_.payload(from_.bytes(expr.args));
  return expr;
}

Node Rewriter::renamed(Node node) {
  node.name = name(node.name);
  node.name2 = name(node.name2);
  node.tag = name(node.tag);
  if (node.kind == NodeKind::kOpaque) node.body = to_.payload(from_.bytes(node.body));
  return node;
}

}  // namespace vyre::ir
