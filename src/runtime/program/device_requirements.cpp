#include "runtime/program/device_requirements.h"

#include "ir/math/transcendental.h"
#include "ir/program/constant_value.h"
#include "launch/layout.h"
#include "launch/program_facts.h"

namespace vyre::runtime {
namespace {

template <typename Kind, typename... Kinds>
bool is_one_of(Kind kind, Kinds... kinds) {
  return ((kind == kinds) || ...);
}

void note_type(const ir::TypeTable& types, ir::TypeId id, bool stored, DeviceRequirements& needs) {
  using enum ir::DataType;
  for (; id != ir::kNone; id = types[id].element) {
    const ir::DataType tag = types[id].tag;
    needs.f16 |= tag == kF16;
    needs.bf16 |= tag == kBF16;
    needs.f32 |= tag == kF32;
    needs.f64 |= tag == kF64;
    needs.int64 |= is_one_of(tag, kU64, kI64);
    needs.extensions |= tag == kOpaque;
    needs.storage_16bit |= stored && is_one_of(tag, kF16, kBF16, kU16, kI16);
    needs.storage_8bit |=
        stored && is_one_of(tag, kU8, kI8, kF8E4M3, kF8E5M2, kI4, kFP4, kNF4, kBytes);
  }
}

void note_buffers(const ir::Program& program, DeviceRequirements& needs) {
  for (const ir::Buffer& buffer : program.buffers) {
    note_type(program.types, buffer.element, true, needs);
  }
  needs.workgroup_memory_bytes = workgroup_memory_bytes(program);
}

void note_node(const ir::Node& node, DeviceRequirements& needs) {
  using enum ir::NodeKind;
  needs.trap |= is_one_of(node.kind, kTrap, kResume);
  needs.indirect_dispatch |= node.kind == kIndirectDispatch;
  needs.async_copies |= is_one_of(node.kind, kAsyncLoad, kAsyncStore, kAsyncWait);
  needs.collectives |= is_one_of(node.kind, kAllReduce, kAllGather, kReduceScatter, kBroadcast);
  needs.extensions |= node.kind == kOpaque;
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

void note_capability(uint32_t capability, DeviceRequirements& needs) {
  switch (capability) {
    case SpvCapabilityFloat16:
      needs.f16 = true;
      break;
    case SpvCapabilityFloat64:
      needs.f64 = true;
      break;
    case SpvCapabilityInt64:
    case SpvCapabilityInt64Atomics:
      needs.int64 = true;
      break;
    case SpvCapabilityStorageBuffer8BitAccess:
    case SpvCapabilityUniformAndStorageBuffer8BitAccess:
    case SpvCapabilityStoragePushConstant8:
      needs.storage_8bit = true;
      break;
    case SpvCapabilityStorageBuffer16BitAccess:
    case SpvCapabilityUniformAndStorageBuffer16BitAccess:
    case SpvCapabilityStoragePushConstant16:
      needs.storage_16bit = true;
      break;
    case SpvCapabilitySubgroupBallotKHR:
    case SpvCapabilitySubgroupVoteKHR:
      needs.subgroup = true;
      break;
    default:
      needs.subgroup |= capability >= SpvCapabilityGroupNonUniform &&
                        capability <= SpvCapabilityGroupNonUniformQuad;
      break;
  }
}

}  // namespace

uint64_t workgroup_memory_bytes(const ir::Program& program) {
  uint64_t sum = 0;
  for (const ir::Buffer& buffer : program.buffers) {
    if (launch::role_of(buffer) != launch::Role::kShared) continue;
    const auto bytes = launch::packed_bytes(program.types, buffer.element, buffer.count);
    if (bytes.ok()) sum += bytes.value();
  }
  return sum;
}

DeviceRequirements device_requirements(const ExternalProgram& program) {
  DeviceRequirements needs;
  needs.atomics = program.interface.has_atomics;
  needs.workgroup_memory = program.interface.has_workgroup_memory;
  needs.workgroup_barrier = program.interface.has_workgroup_barrier;
  needs.transcendental = program.interface.has_transcendental;
  needs.f32 = program.module.has_floats_of(32);
  for (const uint32_t capability : program.module.capabilities()) {
    note_capability(capability, needs);
  }
  needs.workgroup_memory_bytes = program.interface.workgroup_memory_bytes.value_or(0);
  return needs;
}

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
