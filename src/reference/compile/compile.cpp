#include "reference/compile/compile.h"

#include <algorithm>

#include "ir/program/display_name.h"
#include "ir/program/visit.h"
#include "reference/compile/expression_compiler.h"

namespace vyre::reference {
namespace {

using ir::kNone;
using ir::NodeKind;

// Turns the statements of one program into instructions.
class StatementCompiler {
 public:
  StatementCompiler(const ir::Program& program, const specialization::Map* values, Bytecode& code)
      : program_(program),
        code_(code),
        emitter_(code),
        scopes_(program, code, emitter_),
        expressions_(program, values, code, emitter_, scopes_),
        barrier_memo_(program.nodes.size()) {}

  Status compile() {
    VYRE_RETURN_IF_ERROR(statements(program_.entry));
    emitter_.emit_step({.op = Opcode::kFinish});
    return {};
  }

 private:
  Status statements(ir::Range list) {
    for (const ir::NodeId id : program_.list(list)) {
      VYRE_RETURN_IF_ERROR(emitter_.check_size());
      code_.statements.push_back({emitter_.here(), id});
      VYRE_RETURN_IF_ERROR(statement(id));
    }
    return {};
  }

  Status statement(ir::NodeId id) {
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
        emitter_.emit_step({.op = Opcode::kNop});
        return scope(node.body);
      case NodeKind::kReturn:
        emitter_.emit_step({.op = Opcode::kFinish});
        return {};
      case NodeKind::kBarrier:
        emitter_.emit_step(
            {.op = ir::is_grid_barrier(node) ? Opcode::kGridBarrier : Opcode::kBarrier});
        return {};
      case NodeKind::kTrap:
        return trap(node);
      case NodeKind::kAsyncLoad:
      case NodeKind::kAsyncStore:
        return asynchronous_copy(node);
      case NodeKind::kAsyncWait:
        emitter_.emit_step({.op = Opcode::kAsyncWait, .dst = node.tag});
        return {};
      case NodeKind::kIndirectDispatch:
        return fails(Fault::kIndirectDispatch, node.name);
      case NodeKind::kResume:
        return fails(Fault::kResume, node.tag);
      case NodeKind::kAllReduce:
      case NodeKind::kAllGather:
      case NodeKind::kReduceScatter:
      case NodeKind::kBroadcast:
        return collective(node);
      case NodeKind::kOpaque:
        return fails(Fault::kOpaque, node.name);
    }
    return {};
  }

  // When it is reached.
  Status fails(Fault fault, ir::NameId name) {
    emitter_.fail_at(fault, name, 0);
    return {};
  }

  Status let(const ir::Node& node) {
    if (scopes_.local(node.name).live) return fails(Fault::kNameAlreadyLive, node.name);
    const uint32_t slot = scopes_.slot_of(node.name);
    VYRE_ASSIGN_OR_RETURN(const uint32_t value, expressions_.expression(node.exprs[0], 0, slot));
    if (value != slot) emitter_.emit({.op = Opcode::kMove, .dst = slot, .a = value});
    emitter_.end_step();
    scopes_.declare(node.name, false);
    return {};
  }

  Status assign(const ir::Node& node) {
    const Scopes::Local& local = scopes_.local(node.name);
    if (!local.live || local.is_loop_variable) {
      Fault fault = Fault::kAssignUnbound;
      if (local.is_loop_variable && local.live) fault = Fault::kAssignLoopVariable;
      if (!local.live && program_.find_buffer(node.name) != kNone) fault = Fault::kAssignBuffer;
      return fails(fault, node.name);
    }
    VYRE_ASSIGN_OR_RETURN(const uint32_t value,
                          expressions_.expression(node.exprs[0], 0, local.slot));
    const bool moves =
        value != local.slot || program_.exprs[node.exprs[0]].kind == ir::ExprKind::kVar;
    if (moves) emitter_.emit({.op = Opcode::kMove, .dst = local.slot, .a = value});
    emitter_.end_step();
    return {};
  }

  Status store(const ir::Node& node) {
    const uint32_t buffer = program_.find_buffer(node.name);
    VYRE_ASSIGN_OR_RETURN(const uint32_t index, expressions_.expression(node.exprs[0], 0));
    VYRE_ASSIGN_OR_RETURN(const uint32_t value, expressions_.expression(node.exprs[1], 1));
    if (buffer == kNone) return fails(Fault::kUnknownBuffer, node.name);
    if (program_.types[program_.buffers[buffer].element].tag == ir::DataType::kBytes) {
      return fail(Code::kUnsupportedFeature, "store to Bytes buffer ",
                  ir::display_name(program_.names[node.name]),
                  ": cpu-ref does not run it. Fix: declare the buffer as U8.");
    }
    emitter_.emit_step({.op = Opcode::kStore, .a = index, .b = value, .c = buffer});
    return {};
  }

  // Without its last step.
  Status arm(ir::Range body) {
    const size_t mark = scopes_.mark();
    VYRE_RETURN_IF_ERROR(statements(body));
    scopes_.close(mark);
    return {};
  }

  Status scope(ir::Range body) {
    VYRE_RETURN_IF_ERROR(arm(body));
    emitter_.emit_step({.op = Opcode::kNop});
    return {};
  }

  Status branch(ir::NodeId id, const ir::Node& node) {
    VYRE_ASSIGN_OR_RETURN(const uint32_t condition, expressions_.expression(node.exprs[0], 0));
    uint32_t tracked = kNone;
    if (has_barrier(node.body) || has_barrier(node.otherwise)) {
      tracked = static_cast<uint32_t>(code_.tracked_branches.size());
      code_.tracked_branches.push_back(id);
    }
    const uint32_t test = emitter_.emit_step({.op = Opcode::kBranch, .a = condition, .b = tracked});
    VYRE_RETURN_IF_ERROR(arm(node.body));
    const uint32_t leave = emitter_.emit_step({.op = Opcode::kJump});
    emitter_.land(test);
    VYRE_RETURN_IF_ERROR(scope(node.otherwise));
    emitter_.land(leave);
    return {};
  }

  Status loop(const ir::Node& node) {
    VYRE_ASSIGN_OR_RETURN(const uint32_t from, expressions_.expression(node.exprs[0], 0));
    VYRE_ASSIGN_OR_RETURN(const uint32_t to, expressions_.expression(node.exprs[1], 1));
    const uint32_t bounds = scopes_.loop_slots();
    emitter_.emit_step({.op = Opcode::kLoopOpen, .dst = bounds, .a = from, .b = to});
    if (scopes_.local(node.name).live) {
      // Fails when a trip begins; without trips the name is never bound.
      const uint32_t test =
          emitter_.emit_step({.op = Opcode::kLoopNext, .dst = emitter_.temporary(0), .a = bounds});
      emitter_.fail_at(Fault::kNameAlreadyLive, node.name, 0);
      emitter_.land(test);
      return {};
    }
    return trips(node, bounds);
  }

  Status trips(const ir::Node& node, uint32_t bounds) {
    const uint32_t variable = scopes_.slot_of(node.name);
    const uint32_t header =
        emitter_.emit_step({.op = Opcode::kLoopNext, .dst = variable, .a = bounds});
    const size_t mark = scopes_.mark();
    scopes_.declare(node.name, true);
    scopes_.enter_loop();
    VYRE_RETURN_IF_ERROR(statements(node.body));
    scopes_.leave_loop();
    scopes_.close(mark);
    emitter_.emit_step({.op = Opcode::kJump, .c = header});
    emitter_.land(header);
    return {};
  }

  Status trap(const ir::Node& node) {
    VYRE_ASSIGN_OR_RETURN(const uint32_t address, expressions_.expression(node.exprs[0], 0));
    emitter_.emit_step({.op = Opcode::kTrap, .a = address, .c = node.tag});
    return {};
  }

  Status asynchronous_copy(const ir::Node& node) {
    VYRE_ASSIGN_OR_RETURN(const uint32_t offset, expressions_.expression(node.exprs[0], 0));
    VYRE_ASSIGN_OR_RETURN(const uint32_t bytes, expressions_.expression(node.exprs[1], 1));
    const uint32_t source = program_.find_buffer(node.name);
    const uint32_t destination = program_.find_buffer(node.name2);
    if (source == kNone || destination == kNone) {
      return fails(Fault::kUnknownBuffer, source == kNone ? node.name : node.name2);
    }
    const bool loads = node.kind == NodeKind::kAsyncLoad;
    emitter_.emit_step({.op = loads ? Opcode::kAsyncLoad : Opcode::kAsyncStore,
                        .dst = node.tag,
                        .a = offset,
                        .b = bytes,
                        .c = source,
                        .d = destination});
    return {};
  }

  Status collective(const ir::Node& node) {
    const ir::SingleRank meaning = ir::single_rank_meaning(node);
    if (meaning == ir::SingleRank::kForeign) emitter_.fail_at(Fault::kForeignRank, node.name, 0);
    if (meaning != ir::SingleRank::kCopy) return {};
    const uint32_t input = program_.find_buffer(node.name);
    const uint32_t output = program_.find_buffer(node.name2);
    if (input == kNone || output == kNone) {
      return fails(Fault::kUnknownBuffer, input == kNone ? node.name : node.name2);
    }
    if (!code_.elements[input].loadable || code_.elements[output].length_bits == 0 ||
        code_.elements[input].length_bits == 0) {
      return fail(Code::kUnsupportedFeature, "collective copy of buffer ",
                  ir::display_name(program_.names[node.name]),
                  ": cpu-ref cannot load its elements. Fix: declare them as U8 or U32.");
    }
    single_rank_copy(input, output);
    return {};
  }

  // let i = InvocationId.x; if i < length(out) { if i < length(in) { out[i] = in[i] } }
  void single_rank_copy(uint32_t input, uint32_t output) {
    const uint32_t index = scopes_.id_slot(ir::ExprKind::kInvocationId, 0);
    emitter_.emit_step({.op = Opcode::kNop});
    const uint32_t outer = branch_on_length(index, output);
    const uint32_t inner = branch_on_length(index, input);
    emitter_.emit({.op = Opcode::kLoad, .dst = emitter_.temporary(0), .a = index, .c = input});
    emitter_.emit_step({.op = Opcode::kStore, .a = index, .b = emitter_.temporary(0), .c = output});
    emitter_.land(inner);
    emitter_.emit_step({.op = Opcode::kNop});
    emitter_.land(outer);
    emitter_.emit_step({.op = Opcode::kNop});
  }

  uint32_t branch_on_length(uint32_t index, uint32_t buffer) {
    emitter_.emit({.op = Opcode::kLength, .dst = emitter_.temporary(0), .c = buffer});
    emitter_.emit({.op = Opcode::kBinary,
                   .sub = static_cast<uint8_t>(ir::BinOp::kLt),
                   .dst = emitter_.temporary(0),
                   .a = index,
                   .b = emitter_.temporary(0)});
    return emitter_.emit_step({.op = Opcode::kBranch, .a = emitter_.temporary(0)});
  }

  bool has_barrier(ir::Range list) {
    for (const ir::NodeId id : program_.list(list)) {
      if (has_barrier(id)) return true;
    }
    return false;
  }

  // Looks through branches, loops and blocks; a region hides its barriers.
  bool has_barrier(ir::NodeId id) {
    if (barrier_memo_[id] != 0) return barrier_memo_[id] == 2;
    const ir::Node& node = program_.nodes[id];
    bool found = node.kind == NodeKind::kBarrier;
    if (node.kind == NodeKind::kIf) found = has_barrier(node.body) || has_barrier(node.otherwise);
    if (node.kind == NodeKind::kLoop || node.kind == NodeKind::kBlock)
      found = has_barrier(node.body);
    barrier_memo_[id] = found ? 2 : 1;
    return found;
  }

  const ir::Program& program_;
  Bytecode& code_;
  Emitter emitter_;
  Scopes scopes_;
  ExpressionCompiler expressions_;
  std::vector<uint8_t> barrier_memo_;  // by node: 0 unknown, 1 no, 2 yes
};

Status check_workgroup(const std::array<uint32_t, 3>& size) {
  uint64_t lanes = 1;
  for (const uint32_t axis : size) {
    lanes *= axis;
    if (lanes >= 1 && lanes <= kMaxLanes) continue;
    return fail(Code::kUnsupportedFeature, "workgroup size [", size[0], ", ", size[1], ", ",
                size[2], "]: cpu-ref runs 1 to ", kMaxLanes,
                " invocations in a workgroup. Fix: choose axes of at least 1 with a product of ",
                kMaxLanes, " at most.");
  }
  return {};
}

Status shared_memory_too_large(const ir::Program& program, uint32_t buffer) {
  return fail(Code::kUnsupportedFeature, "workgroup buffer ",
              ir::display_name(program.names[program.buffers[buffer].name]),
              " brings workgroup memory over ", kMaxSharedBytes,
              " bytes, the most that cpu-ref gives. Fix: declare fewer or smaller workgroup "
              "buffers.");
}

Status lay_out_shared_memory(Bytecode& code) {
  for (const launch::PlannedBinding& binding : code.plan->bindings) {
    if (binding.role != launch::Role::kShared) continue;
    uint64_t bytes = 0;
    const bool overflow =
        __builtin_mul_overflow(uint64_t{code.program->buffers[binding.buffer].count},
                               code.elements[binding.buffer].stride, &bytes);
    if (overflow || bytes > kMaxSharedBytes - code.shared_bytes) {
      return shared_memory_too_large(*code.program, binding.buffer);
    }
    code.shared.push_back({binding.buffer, code.shared_bytes, bytes});
    code.shared_bytes = std::min((code.shared_bytes + bytes + 15) / 16 * 16, kMaxSharedBytes);
  }
  return {};
}

}  // namespace

Result<std::shared_ptr<const Bytecode>> compile(const launch::KernelSource& source) {
  auto code = std::make_shared<Bytecode>();
  code->program = source.program;
  code->plan = source.plan;
  code->workgroup_size = source.workgroup_size;
  code->ops = source.ops;
  code->division_gives_zero = source.division_gives_zero;
  code->paths = source.paths;
  VYRE_RETURN_IF_ERROR(check_workgroup(source.workgroup_size));
  const ir::Program& program = *source.program;
  code->has_subgroups =
      std::ranges::any_of(program.exprs, ir::is_subgroup_operation, &ir::Expr::kind);
  code->has_grid_barrier = std::ranges::any_of(program.nodes, ir::is_grid_barrier);
  for (const ir::Buffer& buffer : program.buffers) {
    code->elements.push_back(ir::element_of(program.types, buffer.element, program.semantics));
  }
  VYRE_RETURN_IF_ERROR(lay_out_shared_memory(*code));
  VYRE_RETURN_IF_ERROR(StatementCompiler(program, source.specialization.get(), *code).compile());
  return std::shared_ptr<const Bytecode>(std::move(code));
}

}  // namespace vyre::reference
