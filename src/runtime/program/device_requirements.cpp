#include "runtime/program/device_requirements.h"

#include "ir/math/transcendental.h"
#include "ir/program/constant_value.h"
#include "launch/layout.h"
#include "launch/program_facts.h"

namespace vyre::runtime {
namespace {

void note_type(const ir::TypeTable& types, ir::TypeId id, bool stored, DeviceRequirements& needs) {
  for (; id != ir::kNone; id = types[id].element) {
    switch (types[id].tag) {
      case ir::DataType::kF16:
        needs.f16 = true;
        needs.storage_16bit |= stored;
        break;
      case ir::DataType::kBF16:
        needs.bf16 = true;
        needs.storage_16bit |= stored;
        break;
      case ir::DataType::kF32:
        needs.f32 = true;
        break;
      case ir::DataType::kF64:
        needs.f64 = true;
        break;
      case ir::DataType::kU64:
      case ir::DataType::kI64:
        needs.int64 = true;
        break;
      case ir::DataType::kU8:
      case ir::DataType::kI8:
      case ir::DataType::kF8E4M3:
      case ir::DataType::kF8E5M2:
      case ir::DataType::kI4:
      case ir::DataType::kFP4:
      case ir::DataType::kNF4:
      case ir::DataType::kBytes:
        needs.storage_8bit |= stored;
        break;
      case ir::DataType::kU16:
      case ir::DataType::kI16:
        needs.storage_16bit |= stored;
        break;
      case ir::DataType::kOpaque:
        needs.extensions = true;
        break;
      case ir::DataType::kU32:
      case ir::DataType::kI32:
      case ir::DataType::kVec2U32:
      case ir::DataType::kVec4U32:
      case ir::DataType::kBool:
      case ir::DataType::kArray:
      case ir::DataType::kTensor:
      case ir::DataType::kHandle:
      case ir::DataType::kVec:
      case ir::DataType::kTensorShaped:
      case ir::DataType::kSparseCsr:
      case ir::DataType::kSparseCoo:
      case ir::DataType::kSparseBsr:
      case ir::DataType::kDeviceMesh:
      case ir::DataType::kQuantized:
        break;
    }
  }
}

void note_buffers(const ir::Program& program, DeviceRequirements& needs) {
  for (const ir::Buffer& buffer : program.buffers) {
    note_type(program.types, buffer.element, true, needs);
    const bool shared =
        buffer.kind == ir::MemoryKind::kShared || buffer.access == ir::Access::kWorkgroup;
    if (!shared) continue;
    const auto bytes = launch::packed_bytes(program.types, buffer.element, buffer.count);
    if (bytes.ok()) needs.workgroup_memory_bytes += bytes.value();
  }
}

void note_node(const ir::Node& node, DeviceRequirements& needs) {
  switch (node.kind) {
    case ir::NodeKind::kTrap:
    case ir::NodeKind::kResume:
      needs.trap = true;
      break;
    case ir::NodeKind::kIndirectDispatch:
      needs.indirect_dispatch = true;
      break;
    case ir::NodeKind::kAsyncLoad:
    case ir::NodeKind::kAsyncStore:
    case ir::NodeKind::kAsyncWait:
      needs.async_copies = true;
      break;
    case ir::NodeKind::kAllReduce:
    case ir::NodeKind::kAllGather:
    case ir::NodeKind::kReduceScatter:
    case ir::NodeKind::kBroadcast:
      needs.collectives = true;
      break;
    case ir::NodeKind::kOpaque:
      needs.extensions = true;
      break;
    case ir::NodeKind::kLet:
    case ir::NodeKind::kAssign:
    case ir::NodeKind::kStore:
    case ir::NodeKind::kIf:
    case ir::NodeKind::kLoop:
    case ir::NodeKind::kReturn:
    case ir::NodeKind::kBlock:
    case ir::NodeKind::kBarrier:
    case ir::NodeKind::kRegion:
      break;
  }
}

void note_expr(const ir::Program& program, const ir::Expr& expr, DeviceRequirements& needs) {
  if (expr.kind == ir::ExprKind::kUnOp) needs.transcendental |= ir::is_transcendental(expr.un_op());
  if (expr.kind == ir::ExprKind::kCall) needs.calls = true;
  if (expr.kind == ir::ExprKind::kOpaque) {
    needs.extensions |= !ir::is_constant_value(program, expr);
  }
  if (expr.kind == ir::ExprKind::kLitF32 || expr.kind == ir::ExprKind::kFma) needs.f32 = true;
  if (expr.kind == ir::ExprKind::kCast) note_type(program.types, expr.value, false, needs);
}

}  // namespace

DeviceRequirements device_requirements(const ir::Program& program) {
  const launch::ProgramFacts facts = launch::facts_of(program);
  DeviceRequirements needs;
  needs.atomics = facts.has_atomics;
  needs.workgroup_memory = facts.has_workgroup_memory;
  needs.workgroup_barrier = facts.has_workgroup_barrier;
  needs.grid_barrier = facts.has_grid_barrier;
  needs.subgroup = facts.has_subgroup_operations;
  note_buffers(program, needs);
  for (const ir::Node& node : program.nodes) note_node(node, needs);
  for (const ir::Expr& expr : program.exprs) note_expr(program, expr, needs);
  return needs;
}

}  // namespace vyre::runtime
