#include "reference/interpreter/interpreter.h"

#include <utility>

#include "reference/values/operators.h"

namespace vyre::reference {

Interpreter::Interpreter(const Bytecode& code, std::vector<BufferView> views,
                         std::pmr::memory_resource* memory)
    : code_(code),
      memory_(memory),
      views_(std::move(views)),
      temporaries_(code.temporary_count),
      constants_(code.constants) {}

void Interpreter::enter(Workgroup& group) {
  group_ = &group;
  for (const SharedBuffer& shared : code_.shared) {
    views_[shared.buffer] = BufferView(group.shared.data() + shared.offset, shared.bytes,
                                       code_.elements[shared.buffer]);
  }
}

bool Interpreter::step(uint32_t lane) {
  lane_ = lane;
  Lane& state = group_->lanes[lane];
  state.next = run(state.next, group_->frame(lane));
  return !failed();
}

// Runs instructions from |next| to the end of the step; returns where the next step begins.
uint32_t Interpreter::run(uint32_t next, Value* frame) {
  const OperandBases at{{frame, temporaries_.data(), constants_.data()}};
  for (;;) {
    const Instruction& in = code_.instructions[next++];
    Fault fault = Fault::kNone;
    switch (in.op) {
      case Opcode::kNop:
      case Opcode::kYield:
        break;
      case Opcode::kMove:
        at[in.dst] = at[in.a];
        break;
      case Opcode::kJump:
        next = in.c;
        break;
      case Opcode::kBranch: {
        const bool taken = truthy(at[in.a]);
        if (in.b != ir::kNone) group_->remember(lane_, in.b, taken);
        if (!taken) next = in.c;
        break;
      }
      case Opcode::kLoopOpen:
        fault = open_loop(in, at);
        break;
      case Opcode::kLoopNext: {
        Value& value = at[in.a];
        if (value.lo >= at[in.a + 1].lo) {
          next = in.c;
        } else {
          at[in.dst] = value;
          ++value.lo;
        }
        break;
      }
      case Opcode::kBinary:
        fault = binary(static_cast<ir::BinOp>(in.sub), at[in.a], at[in.b], &at[in.dst]);
        if (fault != Fault::kNone && code_.division_gives_zero) {
          fault = division_gives_zero(fault, static_cast<ir::BinOp>(in.sub), &at[in.dst]);
        }
        break;
      case Opcode::kUnary:
        fault = unary(static_cast<ir::UnOp>(in.sub), at[in.a], &at[in.dst]);
        break;
      case Opcode::kCast:
        fault = cast(static_cast<ir::DataType>(in.sub), code_.program->semantics, at[in.a],
                     &at[in.dst]);
        break;
      case Opcode::kSelect:
        at[in.dst] = at[truthy(at[in.a]) ? in.b : in.c];
        break;
      case Opcode::kFma:
        fault = fused_multiply_add(at[in.a], at[in.b], at[in.c], &at[in.dst]);
        break;
      case Opcode::kLoad:
      case Opcode::kStore:
        fault = memory_operation(in, at);
        break;
      case Opcode::kAtomic:
        fault = atomic_operation(in, at);
        break;
      case Opcode::kLength:
        at[in.dst] = make_u32(views_[in.c].length);
        break;
      case Opcode::kBarrier:
        group_->lanes[lane_].state = LaneState::kAtBarrier;
        break;
      case Opcode::kGridBarrier:
        group_->lanes[lane_].state = LaneState::kAtGridBarrier;
        break;
      case Opcode::kFinish:
        group_->lanes[lane_].state = LaneState::kFinished;
        break;
      case Opcode::kTrap:
        fault = as_u32(at[in.a]) ? Fault::kTrap : Fault::kNotAnIndex;
        break;
      case Opcode::kFail:
        fault = static_cast<Fault>(in.sub);
        break;
      case Opcode::kAsyncLoad:
      case Opcode::kAsyncStore:
        fault = start_copy(in, at);
        break;
      case Opcode::kAsyncWait:
        fault = finish_copy(in.dst);
        break;
      case Opcode::kUnbind:
        at[in.dst] = Value{};
        break;
      case Opcode::kCheckBound:
        if (at[in.a].kind == Kind::kUnbound) fault = Fault::kUnboundName;
        break;
      case Opcode::kSubgroupLocalId:
        at[in.dst] = make_u32(lane_ % kSubgroupWidth);
        break;
      case Opcode::kCall:
        fault = call_operation(in, at);
        break;
      case Opcode::kSubgroupReduce:
      case Opcode::kSubgroupShuffle:
      case Opcode::kSubgroupBallot:
        fault = subgroup_operation(in, at);
        break;
    }
    if (fault != Fault::kNone) [[unlikely]] {
      record(fault, next - 1, at);
      return next;
    }
    if (in.ends_step) return next;
  }
}

Fault Interpreter::memory_operation(const Instruction& in, const OperandBases& at) {
  const std::optional<uint32_t> index = as_u32(at[in.a]);
  if (!index) return Fault::kNotAnIndex;
  if (in.op == Opcode::kLoad) {
    at[in.dst] = load(views_[in.c], *index);
  } else {
    store(views_[in.c], *index, at[in.b]);
  }
  return Fault::kNone;
}

Fault Interpreter::atomic_operation(const Instruction& in, const OperandBases& at) {
  const std::optional<uint32_t> index = as_u32(at[in.a]);
  if (!index) return Fault::kNotAnIndex;
  const std::optional<uint32_t> expected = in.d == ir::kNone ? 0 : as_u32(at[in.d]);
  const std::optional<uint32_t> operand = as_u32(at[in.b]);
  if (!expected || !operand) return Fault::kNotAnAtomicOperand;
  const auto op = static_cast<ir::AtomicOp>(in.sub);
  at[in.dst] = make_u32(atomic(op, views_[in.c], *index, *expected, *operand));
  return Fault::kNone;
}

Fault Interpreter::open_loop(const Instruction& in, const OperandBases& at) {
  const std::optional<uint32_t> from = as_u32(at[in.a]);
  const std::optional<uint32_t> to = as_u32(at[in.b]);
  if (!from || !to) return Fault::kNotALoopBound;
  at[in.dst] = make_u32(*from);
  at[in.dst + 1] = make_u32(*to);
  return Fault::kNone;
}

}  // namespace vyre::reference
