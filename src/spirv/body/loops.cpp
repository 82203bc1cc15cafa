#include <algorithm>

#include "spirv/analysis/step_costs.h"
#include "spirv/body/statements.h"

namespace vyre::spirv {
namespace {

// Loops that access more than that, all trips together, stay loops where compiling is slow.
constexpr uint64_t kMaxWrittenOut = 7;
constexpr uint64_t kAccessesOfFunction = 4;  // that take as long to compile as Exp and its kin

uint64_t trips_of(const Program& program, const Node& node) {
  if (node.kind != NodeKind::kLoop) return 1;
  const Expr& from = program.exprs[node.exprs[0]];
  const Expr& to = program.exprs[node.exprs[1]];
  const bool known = from.kind == ExprKind::kLitU32 && to.kind == ExprKind::kLitU32;
  return known && from.value < to.value ? to.value - from.value : 1;
}

uint64_t accesses_of(const Expr& expr) {
  if (expr.kind == ExprKind::kLoad || expr.kind == ExprKind::kAtomic) return 1;
  const bool is_function =
      expr.kind == ExprKind::kUnOp && ir::ops::has(expr.un_op(), ir::ops::kTranscendental);
  return is_function ? kAccessesOfFunction : 0;
}

// How often a list accesses buffers where all its loops are written out.
uint64_t accesses_of(const Program& program, Range list) {
  uint64_t sum = 0;
  for (const NodeId id : program.list(list)) {
    const Node& node = program.nodes[id];
    sum += node.kind == NodeKind::kStore ? 1 : 0;
    ir::for_each_expr(program, node, [&](ExprId, const Expr& expr) { sum += accesses_of(expr); });
    for (const ir::Body& body : ir::bodies(node)) {
      sum = plus(sum, times(accesses_of(program, body.range), trips_of(program, node)));
    }
  }
  return sum;
}

}  // namespace

// A uniform loop runs all its trips, any other one is left by invocations that have ended. On
// a device that stops loops by itself a loop that ends early is a trap.
void Statements::loop(NodeId id, bool some_ended) {
  const Node& node = on_.program.nodes[id];
  const uint32_t before = on_.traps.ways_to_end();
  const Id from = expressions_.lower_u32(node.exprs[0], "the start of the loop");
  const Id to = expressions_.lower_u32(node.exprs[1], "the end of the loop");
  if (mask_ != kNoId && on_.traps.ways_to_end() != before) {
    on_.requirements.refuse("a loop around a subgroup operation",
                            "a bound may fail in lanes that do not come to it");
  }
  const auto& loops = on_.optimizations.subnormal_free_loops.loops;
  const auto subnormal_free = loops.find(id);
  if (subnormal_free == loops.end() || is_subnormal_free_) {
    return trips(id, from, to, some_ended);
  }
  on_.code.when(
      enters_subnormal_free(subnormal_free->second),
      [&] {
        is_subnormal_free_ = true;
        on_.float32.be_subnormal_free(true);
        trips(id, from, to, some_ended);
        on_.float32.be_subnormal_free(false);
        is_subnormal_free_ = false;
      },
      [&] { trips(id, from, to, some_ended); });
}

// Whether all numbers that enter the loop are subnormal-free.
Id Statements::enters_subnormal_free(const SubnormalFreeLoop& loop) {
  Id all = loop.buffers.empty() ? on_.code.module().boolean(true)
                                : on_.subnormal_flag.stores_were_subnormal_free(loop.unpublished);
  for (const SubnormalFreeLoop::Entry& entry : loop.entries) {
    const Id word = on_.conversions.float_word(on_.locals.read_local(entry.local));
    const int exponent = entry.carried ? kSubnormalFreeCarriedExponent : kSubnormalFreeExponent;
    all = on_.code.test(SpvOpLogicalAnd, all, on_.float32.bits.is_subnormal_free(word, exponent));
  }
  return all;
}

void Statements::trips(NodeId id, Id from, Id to, bool some_ended) {
  const bool uniform = on_.analysis.uniform[id];
  const uint32_t ways_to_end = on_.traps.ways_to_end();
  const bool unrolled = can_unroll(id, from, to);
  const Id step = on_.code.constant(unrolled ? kCoarsening : 1);
  const auto body = [&](Id trip) {
    const bool some_ended_inside = uniform && (some_ended || on_.analysis.kills[id]);
    if (unrolled) {
      unrolled_trips(id, trip, to, some_ended_inside);
    } else {
      bind_index(id, trip, some_ended_inside);
      lower(ir::bodies(on_.program.nodes[id])[0], some_ended_inside);
    }
    if (subgroups_.may_lack(id)) {
      guarded(takes_part(some_ended_inside), [&] { subgroups_.set_bound(id, false); });
    }
    const bool may_end = on_.traps.ways_to_end() != ways_to_end;
    return may_end && !uniform ? on_.traps.ended() : kNoId;
  };
  const Id index = on_.code.loop(from, to, step, body, control_of(id, from, to));
  if (!on_.may_have_stopped()) return;
  on_.traps.raise_if(on_.code.test(SpvOpULessThan, index, to), TrapKind::kLoopLimit,
                     concat("the loop at ", on_.path.text()), index);
}

// Mesa's software device writes out loops of few trips, and takes long to compile what they access.
SpvLoopControlMask Statements::control_of(NodeId id, Id from, Id to) const {
  const auto first = on_.code.module().value_of(from);
  const auto end = on_.code.module().value_of(to);
  if (!on_.target.max_buffer_accesses || !first || !end) return SpvLoopControlMaskNone;
  const uint64_t trips = *end - std::min(*first, *end);
  const uint64_t accesses = accesses_of(on_.program, on_.program.nodes[id].body);
  return times(trips, accesses) > kMaxWrittenOut ? SpvLoopControlDontUnrollMask
                                                 : SpvLoopControlMaskNone;
}

// Whether the loop has such loads and does a multiple of four trips from such a multiple on.
bool Statements::can_unroll(NodeId id, Id from, Id to) const {
  if (!on_.optimizations.unrolled_loads.loads.contains(id)) return false;
  const auto first = on_.code.module().value_of(from);
  const auto end = on_.code.module().value_of(to);
  return first && end && *first % kCoarsening == 0 && *end % kCoarsening == 0;
}

// Four trips from |trip| on, which is below |end| and a multiple of four as well.
void Statements::unrolled_trips(NodeId id, Id trip, Id end, bool some_ended) {
  const uint32_t last = *on_.code.module().value_of(end) - kCoarsening;
  bind_index(id, trip, some_ended);
  open_unrolled_loads(id);
  for (uint32_t i = 0; i < kCoarsening; ++i) {
    const Id index = i == 0 ? trip : on_.code.word(SpvOpIAdd, trip, on_.code.constant(i));
    if (i > 0) on_.code.ranges().set(index, {on_.code.ranges().of(trip).low + i, last + i});
    bind_index(id, index, some_ended);
    on_.vectors.take_unrolled(i);
    lower(ir::bodies(on_.program.nodes[id])[0], some_ended);
  }
  on_.vectors.close_unrolled_loads();
}

void Statements::open_unrolled_loads(NodeId id) {
  for (const ExprId load : on_.optimizations.unrolled_loads.loads.at(id)) {
    const Expr& expr = on_.program.exprs[load];
    const Id index = expressions_.lower_u32(expr.operands[0], "the index of the load");
    on_.vectors.open_unrolled_load(load, on_.program.find_buffer(expr.name), index);
  }
}

// Lanes that take no part keep the index that they had, for subgroup operations.
void Statements::bind_index(NodeId id, Id trip, bool some_ended) {
  on_.locals.bind_index(id, trip);
  if (!on_.analysis.subgroups.read[id]) return;
  const Id here = takes_part(some_ended);
  if (here == kNoId) return;
  guarded(here, [&] {
    on_.locals.bind_late(id, trip);
    subgroups_.set_bound(id, true);
  });
}

}  // namespace vyre::spirv
