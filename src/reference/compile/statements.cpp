#include "ir/program/display_name.h"
#include "reference/compile/compiler.h"
#include "reference/compile/limits.h"

namespace vyre::reference {

using ir::kNone;
using ir::NodeKind;

Compiler::Compiler(const ir::Program& program, const specialization::Map* values, Bytecode* code)
    : program_(program),
      values_(values),
      code_(*code),
      locals_(program.names.size()),
      barrier_memo_(program.nodes.size()) {}

Status Compiler::compile() {
  VYRE_RETURN_IF_ERROR(statements(program_.entry));
  emit_step({.op = Opcode::kFinish});
  return {};
}

Status Compiler::statements(ir::Range list) {
  for (const ir::NodeId id : program_.list(list)) {
    if (here() >= kMaxInstructions) return too_large();
    code_.statements.push_back({here(), id});
    VYRE_RETURN_IF_ERROR(statement(id));
  }
  return {};
}

Status Compiler::statement(ir::NodeId id) {
  const ir::Node& node = program_.nodes[id];
  switch (node.kind) {
    case NodeKind::kLet:
      return let(node);
    case NodeKind::kAssign:
      return assign(node);
    case NodeKind::kStore:
      return store(node);
    case NodeKind::kIf:
      return branch(id, node);
    case NodeKind::kLoop:
      return loop(node);
    case NodeKind::kBlock:
    case NodeKind::kRegion:
      emit_step({.op = Opcode::kNop});
      return scope(node.body);
    case NodeKind::kReturn:
      emit_step({.op = Opcode::kFinish});
      return {};
    case NodeKind::kBarrier:
      emit_step({.op = node.ordering == ir::Ordering::kGridSync ? Opcode::kGridBarrier
                                                                : Opcode::kBarrier});
      return {};
    case NodeKind::kTrap:
      return trap(node);
    case NodeKind::kAsyncLoad:
    case NodeKind::kAsyncStore:
      return asynchronous_copy(node);
    case NodeKind::kAsyncWait:
      asynchronous_wait(node);
      return {};
    case NodeKind::kIndirectDispatch:
      fail_at(Fault::kIndirectDispatch, node.name, 0);
      return {};
    case NodeKind::kResume:
      fail_at(Fault::kResume, node.tag, 0);
      return {};
    case NodeKind::kAllReduce:
    case NodeKind::kAllGather:
    case NodeKind::kReduceScatter:
    case NodeKind::kBroadcast:
      return collective(node);
    case NodeKind::kOpaque:
      fail_at(Fault::kOpaque, node.name, 0);
      return {};
  }
  return {};
}

Status Compiler::let(const ir::Node& node) {
  if (locals_[node.name].live) {
    fail_at(Fault::kNameAlreadyLive, node.name, 0);
    return {};
  }
  const uint32_t slot = slot_of(node.name);
  VYRE_ASSIGN_OR_RETURN(const uint32_t value, expression(node.exprs[0], 0, slot));
  if (value != slot) emit({.op = Opcode::kMove, .dst = slot, .a = value});
  code_.instructions.back().ends_step = true;
  declare(node.name, false);
  return {};
}

Status Compiler::assign(const ir::Node& node) {
  const Local& local = locals_[node.name];
  if (!local.live || local.is_loop_variable) {
    Fault fault = Fault::kAssignUnbound;
    if (local.is_loop_variable && local.live) fault = Fault::kAssignLoopVariable;
    if (!local.live && program_.find_buffer(node.name) != kNone) fault = Fault::kAssignBuffer;
    fail_at(fault, node.name, 0);
    return {};
  }
  VYRE_ASSIGN_OR_RETURN(const uint32_t value, expression(node.exprs[0], 0, local.slot));
  const bool moves =
      value != local.slot || program_.exprs[node.exprs[0]].kind == ir::ExprKind::kVar;
  if (moves) emit({.op = Opcode::kMove, .dst = local.slot, .a = value});
  code_.instructions.back().ends_step = true;
  return {};
}

Status Compiler::store(const ir::Node& node) {
  const uint32_t buffer = program_.find_buffer(node.name);
  VYRE_ASSIGN_OR_RETURN(const uint32_t index, expression(node.exprs[0], 0));
  VYRE_ASSIGN_OR_RETURN(const uint32_t value, expression(node.exprs[1], 1));
  if (buffer == kNone) {
    fail_at(Fault::kUnknownBuffer, node.name, 0);
    return {};
  }
  if (program_.types[program_.buffers[buffer].element].tag == ir::DataType::kBytes) {
    return fail(Code::kUnsupportedFeature, "store to Bytes buffer ",
                ir::display_name(program_.names[node.name]),
                ": cpu-ref does not run it. Fix: declare the buffer as U8.");
  }
  emit_step({.op = Opcode::kStore, .a = index, .b = value, .c = buffer});
  return {};
}

Status Compiler::arm(ir::Range body) {
  const size_t mark = declared_.size();
  VYRE_RETURN_IF_ERROR(statements(body));
  close_scope(mark);
  return {};
}

Status Compiler::scope(ir::Range body) {
  VYRE_RETURN_IF_ERROR(arm(body));
  emit_step({.op = Opcode::kNop});
  return {};
}

Status Compiler::branch(ir::NodeId id, const ir::Node& node) {
  VYRE_ASSIGN_OR_RETURN(const uint32_t condition, expression(node.exprs[0], 0));
  uint32_t tracked = kNone;
  if (has_barrier(node.body) || has_barrier(node.otherwise)) {
    tracked = static_cast<uint32_t>(code_.tracked_branches.size());
    code_.tracked_branches.push_back(id);
  }
  const uint32_t test = emit_step({.op = Opcode::kBranch, .a = condition, .b = tracked});
  VYRE_RETURN_IF_ERROR(arm(node.body));
  const uint32_t leave = emit_step({.op = Opcode::kJump});
  code_.instructions[test].c = here();
  VYRE_RETURN_IF_ERROR(scope(node.otherwise));
  code_.instructions[leave].c = here();
  return {};
}

Status Compiler::loop(const ir::Node& node) {
  VYRE_ASSIGN_OR_RETURN(const uint32_t from, expression(node.exprs[0], 0));
  VYRE_ASSIGN_OR_RETURN(const uint32_t to, expression(node.exprs[1], 1));
  const uint32_t bounds = loop_slots();
  emit_step({.op = Opcode::kLoopOpen, .dst = bounds, .a = from, .b = to});
  if (locals_[node.name].live) {
    // Fails when a trip begins; without trips the name is never bound.
    const uint32_t test = emit_step({.op = Opcode::kLoopNext, .dst = temporary(0), .a = bounds});
    fail_at(Fault::kNameAlreadyLive, node.name, 0);
    code_.instructions[test].c = here();
    return {};
  }
  const uint32_t variable = slot_of(node.name);
  const uint32_t header = emit_step({.op = Opcode::kLoopNext, .dst = variable, .a = bounds});
  const size_t mark = declared_.size();
  declare(node.name, true);
  ++loop_depth_;
  VYRE_RETURN_IF_ERROR(statements(node.body));
  --loop_depth_;
  close_scope(mark);
  emit_step({.op = Opcode::kJump, .c = header});
  code_.instructions[header].c = here();
  return {};
}

Status Compiler::trap(const ir::Node& node) {
  VYRE_ASSIGN_OR_RETURN(const uint32_t address, expression(node.exprs[0], 0));
  emit_step({.op = Opcode::kTrap, .a = address, .c = node.tag});
  return {};
}

Status Compiler::asynchronous_copy(const ir::Node& node) {
  VYRE_ASSIGN_OR_RETURN(const uint32_t offset, expression(node.exprs[0], 0));
  VYRE_ASSIGN_OR_RETURN(const uint32_t bytes, expression(node.exprs[1], 1));
  const uint32_t source = program_.find_buffer(node.name);
  const uint32_t destination = program_.find_buffer(node.name2);
  if (source == kNone || destination == kNone) {
    fail_at(Fault::kUnknownBuffer, source == kNone ? node.name : node.name2, 0);
    return {};
  }
  const bool loads = node.kind == NodeKind::kAsyncLoad;
  emit_step({.op = loads ? Opcode::kAsyncLoad : Opcode::kAsyncStore,
             .dst = node.tag,
             .a = offset,
             .b = bytes,
             .c = source,
             .d = destination});
  return {};
}

void Compiler::asynchronous_wait(const ir::Node& node) {
  emit_step({.op = Opcode::kAsyncWait, .dst = node.tag});
}

}  // namespace vyre::reference
