#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "base/status/status.h"
#include "ir/program/fields.h"

namespace vyre::ir {

// How many of Expr::operands or Node::exprs a record of that kind has; of an Atomic all three are
// counted, though operands[1] may be kNone.
template <typename Kind>  // ExprKind or NodeKind
constexpr uint32_t operand_count(Kind kind) {
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

inline Body then_body(const Node& node) { return {node.body, "if.then"}; }
inline Body else_body(const Node& node) { return {node.otherwise, "if.else"}; }

// The lists of statements inside |node|; a list that it does not have is empty.
inline std::array<Body, 2> bodies(const Node& node) {
  if (!has_body(node.kind)) return {};
  if (node.kind == NodeKind::kIf) return {then_body(node), else_body(node)};
  if (node.kind == NodeKind::kLoop) return {Body{node.body, "loop.body"}, Body{}};
  const bool is_block = node.kind == NodeKind::kBlock;
  return {Body{node.body, is_block ? "block.body" : "region.body"}, Body{}};
}

constexpr bool is_collective(NodeKind kind) {
  return kind == NodeKind::kAllReduce || kind == NodeKind::kAllGather ||
         kind == NodeKind::kReduceScatter || kind == NodeKind::kBroadcast;
}

// What a collective operation does where a process of its own is the whole world, group 0 with
// root 0: reductions and broadcasts change nothing; gathering and scattering copy, each invocation
// the element of its own id on the x axis as far as both buffers have it.
enum class SingleRank : uint8_t { kNothing, kCopy, kForeign };

constexpr SingleRank single_rank_meaning(const Node& collective) {
  const bool broadcasts = collective.kind == NodeKind::kBroadcast;
  if (collective.number != 0 || (broadcasts && collective.root != 0)) return SingleRank::kForeign;
  const bool keeps = broadcasts || collective.kind == NodeKind::kAllReduce;
  return keeps ? SingleRank::kNothing : SingleRank::kCopy;
}

// Whether |node| ends the dispatch wherever it is reached.
constexpr bool always_traps(const Node& node) {
  if (is_collective(node.kind)) return single_rank_meaning(node) == SingleRank::kForeign;
  return node.kind == NodeKind::kTrap || node.kind == NodeKind::kResume ||
         node.kind == NodeKind::kIndirectDispatch || node.kind == NodeKind::kOpaque;
}

// Whether lanes of a subgroup exchange values here.
constexpr bool is_subgroup_operation(ExprKind kind) {
  return kind == ExprKind::kSubgroupReduce || kind == ExprKind::kSubgroupShuffle ||
         kind == ExprKind::kSubgroupBallot;
}

// "SubgroupAdd" and its like, of such an operation.
constexpr std::string_view subgroup_operation(const Expr& expr) {
  if (expr.kind == ExprKind::kSubgroupReduce) return ops::row(expr.reduce_op()).word;
  return expr.kind == ExprKind::kSubgroupShuffle ? "SubgroupShuffle" : "SubgroupBallot";
}

// Also of what only names a lane or the size of the subgroup.
constexpr bool is_subgroup_expr(ExprKind kind) {
  return kind == ExprKind::kSubgroupLocalId || kind == ExprKind::kSubgroupSize ||
         is_subgroup_operation(kind);
}

// Whether there are statements in |list|, and all are Regions.
inline bool is_all_regions(const Program& program, std::span<const NodeId> list) {
  const auto is_region = [&](NodeId id) { return program.nodes[id].kind == NodeKind::kRegion; };
  return !list.empty() && std::ranges::all_of(list, is_region);
}

// Whether the whole grid waits here, not only a workgroup.
constexpr bool is_grid_barrier(const Node& node) {
  return node.kind == NodeKind::kBarrier && node.ordering == Ordering::kGridSync;
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
  for (const Body& body : bodies(node)) {
    for (const NodeId child : program.list(body.range)) visit(child);
  }
}

// Calls |visit(ExprId, const Expr&)| for |root| and all that it is made of, outer ones first.
template <typename Visit>
void for_each_expr(const Program& program, ExprId root, Visit&& visit) {
  const Expr& expr = program.exprs[root];
  visit(root, expr);
  for_each_operand(program, expr, [&](ExprId operand) { for_each_expr(program, operand, visit); });
}

// The same for all expressions of |node|, without those of the statements inside it.
template <typename Visit>
void for_each_expr(const Program& program, const Node& node, Visit&& visit) {
  for_each_operand(node, [&](ExprId root) { for_each_expr(program, root, visit); });
}

// Whether |holds(ExprId, const Expr&)| for one of them, in the same order; the rest is not asked.
template <typename Holds>
bool any_expr(const Program& program, ExprId root, Holds&& holds) {
  const Expr& expr = program.exprs[root];
  bool found = holds(root, expr);
  for_each_operand(program, expr,
                   [&](ExprId operand) { found = found || any_expr(program, operand, holds); });
  return found;
}

template <typename Holds>
bool any_expr(const Program& program, const Node& node, Holds&& holds) {
  bool found = false;
  for_each_operand(node, [&](ExprId root) { found = found || any_expr(program, root, holds); });
  return found;
}

// The first failure of |check(const Expr&)| for the expressions of |node|.
template <typename Check>
Status check_each_expr(const Program& program, const Node& node, Check&& check) {
  Status status;
  any_expr(program, node, [&](ExprId, const Expr& expr) {
    status = check(expr);
    return !status.ok();
  });
  return status;
}

// Calls |visit(NodeId, const Node&)| for |root| and each statement inside it, outer ones first.
template <typename Visit>
void walk(const Program& program, NodeId root, Visit&& visit) {
  visit(root, program.nodes[root]);
  for (const Body& body : bodies(program.nodes[root])) walk(program, body.range, visit);
}

// The same for the statements of |list|.
template <typename Visit>
void walk(const Program& program, Range list, Visit&& visit) {
  for (const NodeId id : program.list(list)) walk(program, id, visit);
}

// The first failure of |check(NodeId, const Node&)| on a walk.
template <typename Where, typename Check>
Status check_each_node(const Program& program, Where where, Check&& check) {
  Status status;
  walk(program, where, [&](NodeId id, const Node& node) {
    if (status.ok()) status = check(id, node);
  });
  return status;
}

// The same for |visit(NodeId, const Node&, Context)|, which returns the context of the lists inside
// the statement. |context| is that of |list|.
template <typename Context, typename Visit>
void walk(const Program& program, Range list, Context context, Visit&& visit) {
  for (const NodeId id : program.list(list)) {
    const Node& node = program.nodes[id];
    const Context inside = visit(id, node, context);
    for (const Body& body : bodies(node)) walk(program, body.range, inside, visit);
  }
}

// By NodeId: whether |own(NodeId, const Node&)| for the statement or one inside it.
template <typename Own>
void flag_upward(const Program& program, Range list, std::vector<bool>& flags, Own&& own) {
  for (const NodeId id : program.list(list)) {
    const Node& node = program.nodes[id];
    bool flag = own(id, node);
    for (const Body& body : bodies(node)) {
      flag_upward(program, body.range, flags, own);
      for (const NodeId child : program.list(body.range)) flag = flag || flags[child];
    }
    flags[id] = flag;
  }
}

template <typename Own>
std::vector<bool> flag_upward(const Program& program, Own&& own) {
  std::vector<bool> flags(program.nodes.size());
  flag_upward(program, program.entry, flags, own);
  return flags;
}

enum class BufferUse : uint8_t { kRead, kWritten, kUpdated, kCounted };

// Calls |visit(NameId, BufferUse)| for each buffer that |node| names itself, its expressions aside.
template <typename Visit>
void for_each_buffer(const Node& node, Visit&& visit) {
  switch (node.kind) {
    case NodeKind::kStore:
      return visit(node.name, BufferUse::kWritten);
    case NodeKind::kIndirectDispatch:
      return visit(node.name, BufferUse::kRead);
    case NodeKind::kAllReduce:
    case NodeKind::kBroadcast:
      return visit(node.name, BufferUse::kUpdated);
    case NodeKind::kAsyncLoad:
    case NodeKind::kAsyncStore:
    case NodeKind::kAllGather:
    case NodeKind::kReduceScatter:
      visit(node.name, BufferUse::kRead);
      return visit(node.name2, BufferUse::kWritten);
    case NodeKind::kLet:
    case NodeKind::kAssign:
    case NodeKind::kIf:
    case NodeKind::kLoop:
    case NodeKind::kReturn:
    case NodeKind::kBlock:
    case NodeKind::kBarrier:
    case NodeKind::kAsyncWait:
    case NodeKind::kRegion:
    case NodeKind::kTrap:
    case NodeKind::kResume:
    case NodeKind::kOpaque:
      return;
  }
}

// The same for |expr| itself, its operands aside.
template <typename Visit>
void for_each_buffer(const Expr& expr, Visit&& visit) {
  if (expr.kind == ExprKind::kLoad) visit(expr.name, BufferUse::kRead);
  if (expr.kind == ExprKind::kBufLen) visit(expr.name, BufferUse::kCounted);
  if (expr.kind == ExprKind::kAtomic) visit(expr.name, BufferUse::kUpdated);
}

}  // namespace vyre::ir
