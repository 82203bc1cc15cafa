#include "launch/program_facts.h"

#include <algorithm>

#include "ir/program/visit.h"

namespace vyre::launch {
namespace {

// Registered ops that work across a subgroup are told by their id.
bool names_subgroup_op(std::string_view op_id) {
  for (const std::string_view part :
       {"subgroup_", "::subgroup", "wave_", "::wave::", "warp_", "::warp::"}) {
    if (op_id.find(part) != std::string_view::npos) return true;
  }
  return false;
}

void note_expr(const ir::Program& program, const ir::Expr& expr, ProgramFacts& facts) {
  const ir::ExprKind kind = expr.kind;
  facts.has_atomics |= kind == ir::ExprKind::kAtomic;
  facts.reads_invocation_id |= kind == ir::ExprKind::kInvocationId;
  facts.reads_local_id |= kind == ir::ExprKind::kLocalId;
  facts.reads_workgroup_id |= kind == ir::ExprKind::kWorkgroupId;
  facts.has_subgroup_operations |=
      ir::is_subgroup_expr(kind) ||
      (kind == ir::ExprKind::kCall && names_subgroup_op(program.names[expr.name]));
}

uint32_t dimensions(const Axes& workgroup_size) {
  return workgroup_size[2] > 1 ? 3 : workgroup_size[1] > 1 ? 2 : 1;
}

std::string_view whole_workgroup_user(const ProgramFacts& facts) {
  if (facts.has_workgroup_memory) return "workgroup memory";
  if (facts.has_workgroup_barrier || facts.has_grid_barrier) return "barriers";
  return facts.has_subgroup_operations ? "subgroup operations" : "";
}

bool is_id_beyond_x(const ir::Expr& expr) {
  const bool is_id = expr.kind == ir::ExprKind::kInvocationId ||
                     expr.kind == ir::ExprKind::kWorkgroupId || expr.kind == ir::ExprKind::kLocalId;
  return is_id && expr.op != 0;
}

}  // namespace

ProgramFacts facts_of(const ir::Program& program) {
  ProgramFacts facts;
  for (const ir::Buffer& buffer : program.buffers) {
    facts.has_workgroup_memory |= role_of(buffer) == Role::kShared;
  }
  for (const ir::Node& node : program.nodes) {
    facts.has_async_copies |=
        node.kind == ir::NodeKind::kAsyncLoad || node.kind == ir::NodeKind::kAsyncStore;
    if (node.kind != ir::NodeKind::kBarrier) continue;
    (ir::is_grid_barrier(node) ? facts.has_grid_barrier : facts.has_workgroup_barrier) = true;
  }
  for (const ir::Expr& expr : program.exprs) note_expr(program, expr, facts);
  return facts;
}

uint32_t dimensions_of(const ir::Program& program, const Axes& workgroup_size) {
  uint32_t highest = dimensions(workgroup_size);
  // Some of all expressions are left over from building.
  if (std::ranges::none_of(program.exprs, is_id_beyond_x)) return highest;
  ir::walk(program, program.entry, [&](ir::NodeId, const ir::Node& node) {
    ir::for_each_expr(program, node, [&](ir::ExprId, const ir::Expr& expr) {
      if (is_id_beyond_x(expr)) highest = std::max(highest, std::min<uint32_t>(expr.op, 2) + 1);
    });
  });
  return highest;
}

std::string_view whole_workgroup_user(const ir::Program& program) {
  const ProgramFacts facts = facts_of(program);
  if (facts.has_async_copies) return "asynchronous copies";
  return whole_workgroup_user(facts);
}

std::string_view workgroup_size_observer(const ir::Program& program, const Axes& wanted) {
  const ProgramFacts facts = facts_of(program);
  if (facts.reads_local_id) return "local ids";
  if (facts.reads_workgroup_id) return "workgroup ids";
  if (const auto user = whole_workgroup_user(facts); !user.empty()) return user;
  // The grid of a line, a square and a cube spread the same elements over different axes.
  if (facts.reads_invocation_id && dimensions(wanted) != dimensions(program.workgroup_size)) {
    return "invocation ids, whose axes a workgroup of other dimensions changes";
  }
  return {};
}

}  // namespace vyre::launch
