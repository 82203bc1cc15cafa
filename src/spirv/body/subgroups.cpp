#include "spirv/body/subgroups.h"

namespace vyre::spirv {
namespace {

constexpr uint32_t kWidth = ir::kSubgroupSize;

// The state of an operand in memory.
constexpr uint32_t kIsU32 = 0;
constexpr uint32_t kIsF32 = 1;
constexpr uint32_t kIsOther = 2;
constexpr uint32_t kLacksLocal = 3;

uint32_t state_of(Kind kind) {
  if (kind == Kind::kU32) return kIsU32;
  return kind == Kind::kF32 ? kIsF32 : kIsOther;
}

bool is_ballot(const Expr& expr) { return expr.kind == ExprKind::kSubgroupBallot; }

}  // namespace

void Subgroups::execute(const Node& node, Id takes_part) {
  ir::for_each_operand(node, [&](ExprId expr) { execute_in(expr, takes_part); });
}

// Operations inside operands come first.
void Subgroups::execute_in(ExprId id, Id takes_part) {
  const Expr& expr = on_.program.exprs[id];
  ir::for_each_operand(on_.program, expr, [&](ExprId operand) { execute_in(operand, takes_part); });
  if (ir::is_subgroup_operation(expr.kind)) operation(id, expr, takes_part);
}

// put, wait, take, wait until all have taken.
void Subgroups::operation(ExprId id, const Expr& expr, Id takes_part) {
  if (loads_written(id)) on_.buffers.barrier();
  const uint32_t ways_to_end = on_.traps.ways_to_end();
  on_.locals.read_late(true);
  Value value = expressions_.lower(expr.operands[0]);
  if (expr.kind == ExprKind::kSubgroupReduce) value = on_.conversions.narrowed(value);
  if (expr.kind == ExprKind::kSubgroupShuffle && value.kinds.has(Kind::kF64)) {
    on_.requirements.refuse("SubgroupShuffle", "its operand may be an F64");
  }
  const bool has_lane = expr.operands[1] != ir::kNone;
  const Value lane = has_lane ? expressions_.lower(expr.operands[1]) : Value();
  on_.locals.read_late(false);
  if (takes_part != kNoId && on_.traps.ways_to_end() != ways_to_end) {
    on_.requirements.refuse(ir::subgroup_operation(expr),
                            "its operand may fail in lanes that take no part in it");
  }
  const Operand operand = this->operand(expr, value);
  put(operand);
  on_.buffers.barrier();
  const Id zero = code_.constant(0);
  start(result_, zero);
  start(states_, zero);
  if (takes_part == kNoId) {
    take(expr, operand, lane);
  } else {
    code_.when(takes_part, [&] { take(expr, operand, lane); });
  }
  on_.buffers.barrier();
  Value result;
  result.kinds = is_ballot(expr) ? KindSet(Kind::kU32) : value.kinds & exchanged_kinds(expr);
  result.word = code_.load(result_);
  if (result.kinds.merged()) {
    const Id all_f32 = code_.test(SpvOpIEqual, code_.load(states_), code_.constant(1u << kIsF32));
    result.kind = code_.select(all_f32, on_.conversions.number_of(Kind::kF32),
                               on_.conversions.number_of(Kind::kU32));
  }
  expressions_.set_result(id, result);
}

bool Subgroups::loads_written(ExprId id) const {
  return ir::any_expr(on_.program, id, [&](ExprId, const Expr& expr) {
    return expr.kind == ExprKind::kLoad && on_.analysis.written[on_.program.find_buffer(expr.name)];
  });
}

// Whether this lane has all locals that |operation| reads; kNoId where every lane has.
Id Subgroups::bound_locals(const Expr& operation) {
  Id all = kNoId;
  const auto note = [&](ExprId id, const Expr&) {
    const auto found = bound_.find(on_.analysis.declaration[id]);
    if (found == bound_.end()) return;
    const Id one = code_.load_test(found->second);
    all = all == kNoId ? one : code_.test(SpvOpLogicalAnd, all, one);
  };
  ir::for_each_operand(on_.program, operation,
                       [&](ExprId operand) { ir::for_each_expr(on_.program, operand, note); });
  return all;
}

Subgroups::Operand Subgroups::operand(const Expr& expr, const Value& value) {
  const Id bound = bound_locals(expr);
  Id state = kNoId;
  if (!is_ballot(expr) && value.kinds.merged()) {
    state = code_.constant(kIsOther);
    for (const Kind kind : {Kind::kU32, Kind::kF32}) {
      if (!value.kinds.has(kind)) continue;
      const Id is_kind = on_.conversions.has_kind(value, kind);
      state = code_.select(is_kind, code_.constant(state_of(kind)), state);
    }
  }
  if (bound != kNoId) {
    const bool known = state == kNoId;
    const Kind kind = value.kinds.empty() || is_ballot(expr) ? Kind::kU32 : value.kinds.first();
    state = code_.select(bound, known ? code_.constant(state_of(kind)) : state,
                         code_.constant(kLacksLocal));
  }
  Operand operand{value, state};
  if (is_ballot(expr)) operand.value = Value::of_truth(on_.conversions.truth(value));
  return operand;
}

void Subgroups::set_bound(NodeId local, bool bound) {
  ModuleBuilder& module = code_.module();
  Id& variable = bound_[local];
  if (variable == kNoId) variable = code_.variable(module.bool_type(), module.boolean(false));
  code_.emit(SpvOpStore, {variable, module.boolean(bound)});
}

void Subgroups::put(const Operand& operand) {
  const Id lane = on_.invocation.linear();
  store_slot(lane, on_.conversions.word(operand.value));
  if (operand.state == kNoId) return;
  const Id lanes = on_.invocation.lanes();
  store_slot(code_.word(SpvOpIAdd, lane, lanes), operand.state);
}

void Subgroups::take(const Expr& expr, const Operand& operand, const Value& lane) {
  const KindSet kinds = operand.value.kinds;
  if (!is_ballot(expr) && !kinds.empty() && (kinds & exchanged_kinds(expr)).empty()) {
    on_.traps.raise(
        TrapKind::kKindMismatch,
        concat(ir::subgroup_operation(expr), " of ", kind_names(kinds), " at ", on_.path.text()),
        on_.conversions.word(operand.value));
    return;
  }
  if (is_ballot(expr)) {
    ballot(operand);
  } else if (expr.kind == ExprKind::kSubgroupReduce) {
    reduce(expr.reduce_op(), operand);
  } else {
    shuffle(operand, lane);
  }
  if (operand.state != kNoId) check_state(expr, operand);
}

void Subgroups::ballot(const Operand& operand) {
  for_each_lane([&](Id number, Id lane) {
    const Id bit = code_.word(SpvOpShiftLeftLogical, load_slot(lane), number);
    code_.store(result_, code_.word(SpvOpBitwiseOr, code_.load(result_), bit));
    note_state(operand, lane);
  });
}

// In the order of the lanes.
void Subgroups::reduce(ir::ReduceOp op, const Operand& operand) {
  const ir::ops::Reduction& reduction = ir::ops::row(op);
  const bool of_u32 = operand.value.kinds.has(Kind::kU32);
  const bool of_f32 = operand.value.kinds.has(Kind::kF32) && ir::ops::is_for_f32(op);
  if (of_u32) start(result_, code_.constant(reduction.first_u32));
  if (of_f32) start(f32_result_, code_.constant(reduction.first_f32));
  for_each_lane([&](Id, Id lane) {
    const Id word = load_slot(lane);
    const auto join = [&](Id variable, Kind kind) {
      const Id before = code_.load(variable);
      const Value after = kind == Kind::kU32
                              ? integer_binary(code_, reduction.joins, kind, before, word)
                              : on_.float32.binary(reduction.joins, before, word);
      code_.store(variable, on_.conversions.word(after));
    };
    if (of_u32) join(result_, Kind::kU32);
    if (of_f32) join(f32_result_, Kind::kF32);
    note_state(operand, lane);
  });
  if (!of_f32) return;
  if (!of_u32) return code_.store(result_, code_.load(f32_result_));
  const Id all_f32 = code_.test(SpvOpIEqual, code_.load(states_), code_.constant(1u << kIsF32));
  code_.store(result_, code_.select(all_f32, code_.load(f32_result_), code_.load(result_)));
}

void Subgroups::shuffle(const Operand& operand, const Value& lane) {
  if (operand.state != kNoId) for_each_lane([&](Id, Id other) { note_state(operand, other); });
  const Id wanted = on_.conversions.as_u32(lane, "the lane of the SubgroupShuffle");
  const Id inside = code_.test(SpvOpULessThan, wanted, lane_count());
  code_.store(result_, code_.when_or_zero(inside, [&] {
    return load_slot(code_.word(SpvOpIAdd, first_lane(), wanted));
  }));
}

void Subgroups::note_state(const Operand& operand, Id lane) {
  if (operand.state == kNoId) return;
  const Id lanes = on_.invocation.lanes();
  const Id state = load_slot(code_.word(SpvOpIAdd, lane, lanes));
  const Id bit = code_.word(SpvOpShiftLeftLogical, code_.constant(1), state);
  code_.store(states_, code_.word(SpvOpBitwiseOr, code_.load(states_), bit));
}

void Subgroups::check_state(const Expr& expr, const Operand& operand) {
  const std::string where = concat(ir::subgroup_operation(expr), " at ", on_.path.text());
  const Id states = code_.load(states_);
  const Id lacking = code_.word(SpvOpBitwiseAnd, states, code_.constant(1u << kLacksLocal));
  on_.traps.raise_if(code_.test(SpvOpINotEqual, lacking, code_.constant(0)), TrapKind::kNoMeaning,
                     concat(where, ", for which a lane of the subgroup lacks a local"), states);
  if (is_ballot(expr) || !operand.value.kinds.merged()) return;
  Id fits = kNoId;
  for (const Kind kind : {Kind::kU32, Kind::kF32}) {
    if (!exchanged_kinds(expr).has(kind)) continue;
    const Id all = code_.test(SpvOpIEqual, states, code_.constant(1u << state_of(kind)));
    fits = fits == kNoId ? all : code_.test(SpvOpLogicalOr, fits, all);
  }
  on_.traps.raise_if(code_.test(SpvOpLogicalNot, fits), TrapKind::kKindMismatch,
                     concat("lanes of kind ", kind_names(operand.value.kinds), " in ", where),
                     states);
}

// How a loop over the lanes is written out. Mesa's software device would do that with all of it,
// and take five times as long to compile it; four at a time run nearly as fast.
Subgroups::Unrolling Subgroups::unrolling() const {
  if (!on_.target.max_buffer_accesses) return {};
  const bool by_four = *on_.invocation.known_lanes() % 4 == 0;
  return {by_four ? 4u : 1u, SpvLoopControlDontUnrollMask};
}

// each(number within the subgroup, number within the workgroup)
template <typename Each>
void Subgroups::for_each_lane(Each each) {
  const Id first = first_lane();
  const Id count = lane_count();
  const Unrolling unrolling = this->unrolling();
  const auto body = [&](Id number) {
    for (uint32_t i = 0; i < unrolling.by; ++i) {
      const Id lane = i == 0 ? number : code_.word(SpvOpIAdd, number, code_.constant(i));
      each(lane, code_.word(SpvOpIAdd, first, lane));
    }
    return kNoId;
  };
  const Id step = code_.constant(unrolling.by);
  const Id ended = code_.loop(code_.constant(0), count, step, body, unrolling.control);
  if (!on_.may_have_stopped()) return;
  on_.traps.raise_if(code_.test(SpvOpULessThan, ended, count), TrapKind::kLoopLimit,
                     concat("the subgroup operation at ", on_.path.text()), ended);
}

Id Subgroups::first_lane() {
  return code_.word(SpvOpBitwiseAnd, on_.invocation.linear(), code_.constant(~(kWidth - 1)));
}

// The last subgroup may have fewer.
Id Subgroups::lane_count() {
  const uint32_t lanes = *on_.invocation.known_lanes();
  const uint32_t rest = lanes % kWidth;
  if (rest == 0) return code_.constant(kWidth);
  if (lanes < kWidth) return code_.constant(lanes);
  const Id is_last = code_.test(SpvOpIEqual, first_lane(), code_.constant(lanes - rest));
  return code_.select(is_last, code_.constant(rest), code_.constant(kWidth));
}

Id Subgroups::slot(Id index) {
  ModuleBuilder& module = code_.module();
  if (memory_ == kNoId) {
    const Id type = module.u32_array(kLaneWords * *on_.invocation.known_lanes());
    memory_ = module.global(SpvStorageClassWorkgroup, type);
  }
  const Id pointer = module.pointer(SpvStorageClassWorkgroup, module.u32_type());
  return code_.emit(SpvOpAccessChain, pointer, {memory_, index});
}

void Subgroups::start(Id& variable, Id word) {
  if (variable == kNoId) variable = code_.variable(code_.module().u32_type());
  code_.store(variable, word);
}

}  // namespace vyre::spirv
