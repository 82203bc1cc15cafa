#include <algorithm>

#include "spirv/optimize/optimizations.h"

// Workgroups that do something.
//
// Where all that a kernel does stands in Ifs for the first workgroups on the x axis, the others
// change nothing and need not run. Segments between grid barriers are often so.

namespace vyre::spirv {
namespace {

class ActiveFinder {
 public:
  ActiveFinder(const Program& program, std::span<const ExprId> parameters, const Analysis& analysis)
      : program_(program), parameters_(parameters), analysis_(analysis) {}

  // One behind the last workgroup for which |list| does something.
  uint32_t end_of(Range list) const {
    uint32_t end = 0;
    for (const NodeId id : program_.list(list)) {
      end = std::max(end, end_of(program_.nodes[id]));
    }
    return end;
  }

 private:
  uint32_t end_of(const Node& node) const {
    const auto is_atomic = [](ExprId, const Expr& expr) { return expr.kind == ExprKind::kAtomic; };
    if (ir::any_expr(program_, node, is_atomic)) return kAllWorkgroups;
    switch (node.kind) {
      case NodeKind::kLet:
      case NodeKind::kAssign:
        return 0;
      case NodeKind::kBlock:
      case NodeKind::kRegion:
        return end_of(node.body);
      case NodeKind::kIf:
        return std::max(std::min(end_of_condition(node.exprs[0]), end_of(node.body)),
                        end_of(node.otherwise));
      default:
        return kAllWorkgroups;
    }
  }

  // Of the workgroups for which it holds.
  uint32_t end_of_condition(ExprId id) const {
    const Expr& expr = program_.exprs[id];
    if (expr.kind != ExprKind::kBinOp) return kAllWorkgroups;
    const auto [a, b] = std::pair(expr.operands[0], expr.operands[1]);
    const bool is_first = is_workgroup(a);
    if (!is_first && !is_workgroup(b)) return kAllWorkgroups;
    const auto number = literal(program_, parameters_, is_first ? b : a);
    if (!number || *number == UINT32_MAX) return kAllWorkgroups;
    if (expr.bin_op() == BinOp::kEq) return *number + 1;
    return expr.bin_op() == BinOp::kLt && is_first ? *number : kAllWorkgroups;
  }

  bool is_workgroup(ExprId id) const {
    if (const NodeId local = analysis_.declaration[id]; local != ir::kNone) {
      const Node& node = program_.nodes[local];
      if (analysis_.assigned[local] || node.kind != NodeKind::kLet) return false;
      id = node.exprs[0];
    }
    const Expr& expr = program_.exprs[id];
    return expr.kind == ExprKind::kWorkgroupId && expr.op == 0;
  }

  const Program& program_;
  const std::span<const ExprId> parameters_;
  const Analysis& analysis_;
};

}  // namespace

uint32_t find_active_workgroups(const Program& program, std::span<const ExprId> parameters,
                                const Analysis& analysis) {
  if (analysis.subgroups.any || !analysis.copies.empty()) return kAllWorkgroups;
  return std::max(ActiveFinder(program, parameters, analysis).end_of(program.entry), 1u);
}

}  // namespace vyre::spirv
