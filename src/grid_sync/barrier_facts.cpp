#include "grid_sync/barrier_facts.h"

#include <utility>

#include "grid_sync/spill_types.h"
#include "ir/program/visit.h"

namespace vyre::grid_sync {
namespace {

using ir::Expr;
using ir::ExprId;
using ir::ExprKind;
using ir::kNone;
using ir::NameId;
using ir::Node;
using ir::NodeId;
using ir::NodeKind;

bool is_subgroup_operation(ExprKind kind) {
  return kind == ExprKind::kSubgroupAdd || kind == ExprKind::kSubgroupShuffle ||
         kind == ExprKind::kSubgroupBallot || kind == ExprKind::kSubgroupLocalId ||
         kind == ExprKind::kSubgroupSize;
}

// One walk in program order with the scopes of the language.
class Walk {
 public:
  Walk(const ir::Program& program, BarrierFacts& facts)
      : program_(program), facts_(facts), bound_(program.names.size(), kNone) {}

  void list(ir::Range range, NodeId parent) {
    const size_t outer = undo_.size();
    for (const NodeId id : program_.list(range)) {
      statement(id);
      if (parent == kNone) continue;
      if (facts_.has_grid_barrier[id]) facts_.has_grid_barrier[parent] = true;
      if (facts_.has_return[id]) facts_.has_return[parent] = true;
    }
    unbind(outer);
  }

 private:
  void statement(NodeId id) {
    const Node& node = program_.nodes[id];
    ir::for_each_operand(node, [&](ExprId expr) { expression(expr); });
    if (node.kind == NodeKind::kLet) bind(node.name, id);
    if (node.kind == NodeKind::kAssign) assign(id, node.name);
    if (node.kind == NodeKind::kReturn) facts_.has_return[id] = true;
    if (node.kind == NodeKind::kBarrier && node.ordering == ir::Ordering::kGridSync) {
      facts_.has_grid_barrier[id] = true;
    }
    if (!ir::has_body(node.kind)) return;
    const size_t outer = undo_.size();
    if (node.kind == NodeKind::kLoop) bind(node.name, id);
    list(node.body, id);
    if (node.kind == NodeKind::kIf) list(node.otherwise, id);
    unbind(outer);
  }

  void expression(ExprId id) {
    const Expr& expr = program_.exprs[id];
    if (expr.kind == ExprKind::kVar) facts_.declaration[id] = bound_[expr.name];
    if (is_subgroup_operation(expr.kind)) facts_.has_subgroup_operations = true;
    ir::for_each_operand(program_, expr, [&](ExprId operand) { expression(operand); });
  }

  void assign(NodeId id, NameId name) {
    const NodeId local = bound_[name];
    facts_.target[id] = local;
    if (local != kNone) facts_.assigned[local] = true;
  }

  void bind(NameId name, NodeId declaration) {
    undo_.emplace_back(name, bound_[name]);
    bound_[name] = declaration;
  }

  void unbind(size_t outer) {
    for (; undo_.size() > outer; undo_.pop_back()) bound_[undo_.back().first] = undo_.back().second;
  }

  const ir::Program& program_;
  BarrierFacts& facts_;
  std::vector<NodeId> bound_;                    // by name
  std::vector<std::pair<NameId, NodeId>> undo_;  // what to restore when scopes end
};

}  // namespace

BarrierFacts::BarrierFacts(const ir::Program& program)
    : declaration(program.exprs.size(), kNone),
      target(program.nodes.size(), kNone),
      assigned(program.nodes.size()),
      has_grid_barrier(program.nodes.size()),
      has_return(program.nodes.size()),
      kept(program.nodes.size()) {
  Walk(program, *this).list(program.entry, kNone);
  find_spilled(program, *this);
}

}  // namespace vyre::grid_sync
