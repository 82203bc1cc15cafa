#include "grid_sync/barrier_facts.h"

#include "grid_sync/spill_types.h"
#include "ir/program/visit.h"

namespace vyre::grid_sync {
namespace {

using ir::Expr;
using ir::ExprId;
using ir::Node;
using ir::NodeId;
using ir::NodeKind;

bool is_grid_barrier(NodeId, const Node& node) {
  return node.kind == NodeKind::kBarrier && node.ordering == ir::Ordering::kGridSync;
}

bool is_return(NodeId, const Node& node) { return node.kind == NodeKind::kReturn; }

bool uses_subgroups(const ir::Program& program) {
  bool found = false;
  ir::walk(program, program.entry, [&](NodeId, const Node& node) {
    found = found || ir::any_expr(program, node, [](ExprId, const Expr& expr) {
              return ir::is_subgroup_expr(expr.kind);
            });
  });
  return found;
}

}  // namespace

BarrierFacts::BarrierFacts(const ir::Program& program)
    : ResolvedNames(program),
      has_grid_barrier(ir::flag_upward(program, is_grid_barrier)),
      has_return(ir::flag_upward(program, is_return)),
      has_subgroup_operations(uses_subgroups(program)),
      kept(program.nodes.size()) {
  find_spilled(program, *this);
}

}  // namespace vyre::grid_sync
