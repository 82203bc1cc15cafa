#include "spirv/analysis/analysis.h"

// Subgroup operations go through workgroup memory: every lane puts its operand there, all wait,
// every lane takes what it needs. So all lanes of a workgroup walk to every operation together.
// Those that take no part, because they have ended or an If sends them elsewhere, are masked: they
// give the operation the locals that they have and do nothing else.

namespace vyre::spirv {
namespace {

void note_reads(const Program& program, const Expr& operation, Analysis& analysis) {
  ir::for_each_operand(program, operation, [&](ExprId operand) {
    ir::for_each_expr(program, operand, [&](ExprId id, const Expr&) {
      const NodeId local = analysis.declaration[id];
      if (local != ir::kNone) analysis.subgroups.read[local] = true;
    });
  });
}

bool has_operation(const Program& program, const Node& node, Analysis& analysis) {
  bool found = false;
  ir::for_each_expr(program, node, [&](ExprId, const Expr& expr) {
    if (!ir::is_subgroup_operation(expr.kind)) return;
    found = true;
    note_reads(program, expr, analysis);
  });
  return found;
}

}  // namespace

void find_subgroup_uses(const Program& program, Analysis& analysis) {
  SubgroupUses& uses = analysis.subgroups;
  const auto with_operation = ir::flag_upward(program, [&](NodeId id, const Node& node) {
    const bool direct = has_operation(program, node, analysis);
    uses.direct[id] = direct;
    uses.any |= direct;
    return direct;
  });
  if (!uses.any) return;
  const auto with_barrier = ir::flag_upward(
      program, [](NodeId, const Node& node) { return node.kind == NodeKind::kBarrier; });
  ir::walk(program, program.entry, [&](NodeId id, const Node& node) {
    ir::for_each_child(program, node, [&](NodeId child) {
      if (with_operation[child]) uses.inside[id] = true;
    });
    uses.masked[id] = node.kind == NodeKind::kIf && uses.inside[id] && !with_barrier[id];
  });
}

}  // namespace vyre::spirv
