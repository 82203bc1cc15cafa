#include "grafter.h"

#include "ir/program/visit.h"

namespace vyre::fuzz {

using namespace ir;

NameId Grafter::name(NameId id) {
  if (id == kNone) return kNone;
  for (NameId known = 0; known < to_.names.size(); ++known) {
    if (to_.names[known] == from_.names[id]) return known;
  }
  return to_.names.append(from_.names[id]);
}

TypeId Grafter::type(TypeId id) {
  Type type = from_.types[id];
  if (has_element(type.tag)) type.element = this->type(type.element);
  return to_.types.intern(type, from_.types.dims(id));
}

template <typename Copy>
Range Grafter::list(Range range, Copy copy) {
  std::vector<uint32_t> ids;
  for (const uint32_t id : from_.list(range)) ids.push_back(copy(id));
  const Range result{static_cast<uint32_t>(to_.lists.size()), static_cast<uint32_t>(ids.size())};
  to_.lists.insert(to_.lists.end(), ids.begin(), ids.end());
  return result;
}

Range Grafter::payload(Range range) {
  const Range result{static_cast<uint32_t>(to_.payload.size()), range.count};
  const auto bytes = from_.bytes(range);
  to_.payload.insert(to_.payload.end(), bytes.begin(), bytes.end());
  return result;
}

ExprId Grafter::expr(ExprId id) {
  Expr copy = from_.exprs[id];
  copy.name = name(copy.name);
  for (uint32_t i = 0; i < operand_count(copy.kind); ++i) {
    if (copy.operands[i] != kNone) copy.operands[i] = expr(copy.operands[i]);
  }
  if (copy.kind == ExprKind::kCast) copy.value = type(copy.value);
  if (copy.kind == ExprKind::kOpaque) copy.args = payload(copy.args);
  if (copy.kind == ExprKind::kCall) {
    copy.args = list(copy.args, [&](ExprId argument) { return expr(argument); });
  }
  to_.exprs.push_back(copy);
  return static_cast<ExprId>(to_.exprs.size() - 1);
}

NodeId Grafter::node(NodeId id) {
  Node copy = from_.nodes[id];
  copy.name = name(copy.name);
  copy.name2 = name(copy.name2);
  copy.tag = name(copy.tag);
  for (uint32_t i = 0; i < operand_count(copy.kind); ++i) copy.exprs[i] = expr(copy.exprs[i]);
  const auto inner = [&](NodeId child) { return node(child); };
  if (has_body(copy.kind)) copy.body = list(copy.body, inner);
  if (copy.kind == NodeKind::kIf) copy.otherwise = list(copy.otherwise, inner);
  if (copy.kind == NodeKind::kOpaque) copy.body = payload(copy.body);
  to_.nodes.push_back(copy);
  return static_cast<NodeId>(to_.nodes.size() - 1);
}

}  // namespace vyre::fuzz
