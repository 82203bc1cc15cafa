#include "launch/program_facts.h"

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

void note_buffers(const ir::Program& program, ProgramFacts& facts) {
  for (const ir::Buffer& buffer : program.buffers) {
    if (buffer.access == ir::Access::kWorkgroup || buffer.kind == ir::MemoryKind::kShared) {
      facts.has_workgroup_memory = true;
    }
  }
}

void note_nodes(const ir::Program& program, ProgramFacts& facts) {
  for (const ir::Node& node : program.nodes) {
    if (node.kind != ir::NodeKind::kBarrier) continue;
    if (node.ordering == ir::Ordering::kGridSync) {
      facts.has_grid_barrier = true;
    } else {
      facts.has_workgroup_barrier = true;
    }
  }
}

void note_expr(const ir::Program& program, const ir::Expr& expr, ProgramFacts& facts) {
  switch (expr.kind) {
    case ir::ExprKind::kAtomic:
      facts.has_atomics = true;
      break;
    case ir::ExprKind::kInvocationId:
      facts.reads_invocation_id = true;
      break;
    case ir::ExprKind::kLocalId:
      facts.reads_local_id = true;
      break;
    case ir::ExprKind::kWorkgroupId:
      facts.reads_workgroup_id = true;
      break;
    case ir::ExprKind::kSubgroupAdd:
    case ir::ExprKind::kSubgroupShuffle:
    case ir::ExprKind::kSubgroupBallot:
    case ir::ExprKind::kSubgroupLocalId:
    case ir::ExprKind::kSubgroupSize:
      facts.has_subgroup_operations = true;
      break;
    case ir::ExprKind::kCall:
      facts.has_subgroup_operations |= names_subgroup_op(program.names[expr.name]);
      break;
    case ir::ExprKind::kLitU32:
    case ir::ExprKind::kLitI32:
    case ir::ExprKind::kLitBool:
    case ir::ExprKind::kLitF32:
    case ir::ExprKind::kVar:
    case ir::ExprKind::kLoad:
    case ir::ExprKind::kBufLen:
    case ir::ExprKind::kBinOp:
    case ir::ExprKind::kUnOp:
    case ir::ExprKind::kSelect:
    case ir::ExprKind::kCast:
    case ir::ExprKind::kFma:
    case ir::ExprKind::kOpaque:
      break;
  }
}

int dimensions(const Axes& workgroup_size) {
  return workgroup_size[2] > 1 ? 3 : workgroup_size[1] > 1 ? 2 : 1;
}

}  // namespace

ProgramFacts facts_of(const ir::Program& program) {
  ProgramFacts facts;
  note_buffers(program, facts);
  note_nodes(program, facts);
  for (const ir::Expr& expr : program.exprs) note_expr(program, expr, facts);
  return facts;
}

std::string_view workgroup_size_observer(const ir::Program& program, const Axes& wanted) {
  const ProgramFacts facts = facts_of(program);
  if (facts.reads_local_id) return "local ids";
  if (facts.reads_workgroup_id) return "workgroup ids";
  if (facts.has_workgroup_memory) return "workgroup memory";
  if (facts.has_workgroup_barrier || facts.has_grid_barrier) return "barriers";
  if (facts.has_subgroup_operations) return "subgroup operations";
  // The grid of a line, a square and a cube spread the same elements over different axes.
  if (facts.reads_invocation_id && dimensions(wanted) != dimensions(program.workgroup_size)) {
    return "invocation ids, whose axes a workgroup of other dimensions changes";
  }
  return {};
}

}  // namespace vyre::launch
