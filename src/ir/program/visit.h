#pragma once

#include <array>
#include <string_view>

#include "ir/program/collective.h"
#include "ir/program/fields.h"
#include "ir/program/program.h"

namespace vyre::ir {

// How many of Expr::operands an expression of that kind has; of an Atomic all three are counted,
// though operands[1] may be kNone.
constexpr uint32_t operand_count(ExprKind kind) {
  return with_row(
      kind, []<auto kKind>(Constant<kKind>) { return count_operands(kFields<kKind>); });
}

// How many of Node::exprs a statement of that kind has.
constexpr uint32_t operand_count(NodeKind kind) {
  return with_row(
      kind, []<auto kKind>(Constant<kKind>) { return count_operands(kFields<kKind>); });
}

// Whether Node::body is a run of NodeIds; an Opaque node's is a run of payload bytes.
constexpr bool has_body(NodeKind kind) {
  return with_row(
      kind, []<auto kKind>(Constant<kKind>) { return has_field(kFields<kKind>, Field::kBody); });
}

struct Body {
  Range range;
  std::string_view name;  // of the list, in paths
};

// The lists of statements inside |node|; a list that it does not have is empty.
inline std::array<Body, 2> bodies(const Node& node) {
  if (!has_body(node.kind)) return {};
  if (node.kind != NodeKind::kIf) return {Body{node.body, "body"}, Body{}};
  return {Body{node.body, "then"}, Body{node.otherwise, "otherwise"}};
}

constexpr bool is_collective(NodeKind kind) {
  return kind == NodeKind::kAllReduce || kind == NodeKind::kAllGather ||
         kind == NodeKind::kReduceScatter || kind == NodeKind::kBroadcast;
}

// Whether |node| ends the dispatch wherever it is reached.
constexpr bool always_traps(const Node& node) {
  if (is_collective(node.kind)) return single_rank_meaning(node) == SingleRank::kForeign;
  return node.kind == NodeKind::kTrap || node.kind == NodeKind::kResume ||
         node.kind == NodeKind::kIndirectDispatch || node.kind == NodeKind::kOpaque;
}

// "SubgroupAdd" and its like; empty for every other expression.
constexpr std::string_view subgroup_operation(ExprKind kind) {
  if (kind == ExprKind::kSubgroupAdd) return "SubgroupAdd";
  if (kind == ExprKind::kSubgroupShuffle) return "SubgroupShuffle";
  return kind == ExprKind::kSubgroupBallot ? "SubgroupBallot" : "";
}

// Calls |visit(ExprId)| for each direct operand, in evaluation order.
template <typename Visit>
void for_each_operand(const Program& program, const Expr& expr, Visit visit) {
  for (uint32_t i = 0; i < operand_count(expr.kind); ++i) {
    if (expr.operands[i] != kNone) visit(expr.operands[i]);
  }
  if (expr.kind != ExprKind::kCall) return;
  for (const ExprId argument : program.arguments(expr)) visit(argument);
}

// Calls |visit(ExprId)| for each expression that stands directly in |node|.
template <typename Visit>
void for_each_operand(const Node& node, Visit visit) {
  for (uint32_t i = 0; i < operand_count(node.kind); ++i) visit(node.exprs[i]);
}

// Calls |visit(NodeId)| for each statement directly inside |node|, in order.
template <typename Visit>
void for_each_child(const Program& program, const Node& node, Visit visit) {
  if (!has_body(node.kind)) return;
  for (const NodeId child : program.list(node.body)) visit(child);
  if (node.kind != NodeKind::kIf) return;
  for (const NodeId child : program.list(node.otherwise)) visit(child);
}

}  // namespace vyre::ir
