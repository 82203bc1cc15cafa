#include "statements.h"

#include <algorithm>

#include "differential/model/tree.h"
#include "differential/model/values.h"
#include "ir/program/tag_names.h"

namespace vyre::differential {

using ir::BinOp;
using ir::NodeKind;
using Kind = Sort::Kind;

Statements::List Statements::body(const std::vector<uint32_t>& focus, std::optional<Feature> forced,
                                  uint32_t statements) {
  List list;
  left_ = statements;
  if (random_.percent(30)) {
    const std::string name = scope_.fresh();
    list.push_back(tree::let(name, tree::pinned(memory_.linear_id(false))));
    scope_.bind({name, sort(Kind::kU32), false});
    memory_.name_id(name);
  }
  memory_.change_hands(true);
  subgroup(list);
  for (const uint32_t index : focus) {
    const Rule& rule = rules()[index];
    let(list, rule.result, expressions_.apply(rule, 2));
    observe(list, scope_.depth() - 1, 100);
  }
  if (forced) one_of(*forced, list);
  if (features_.has(Feature::kDeep)) {
    note("deep expression");
    const Sort kind = expressions_.draw_sort();
    let(list, kind, expressions_.chain(kind, 40));
  }
  if (features_.has(Feature::kGridBarriers)) {
    grid_body(list);
  } else {
    phases(list, 0, true);
  }
  observe(list, 0, 60);
  if (features_.has(Feature::kPlain) && random_.percent(50)) guard(list);
  return list;
}

// Stretches of statements, separated by barriers where the program may have them. |fixed_trips|:
// no loop around, so that an If with a barrier is decided once.
void Statements::phases(List& list, uint32_t nesting, bool fixed_trips) {
  phase(list);
  if (!features_.has(Feature::kPhases)) return;
  for (uint32_t more = random_.between(1, 2); more > 0; --more) {
    barrier(list);
    const uint32_t weights[] = {60, nesting < 2 ? 25u : 0, nesting < 2 && fixed_trips ? 15u : 0};
    const uint32_t what = random_.weighted(weights);
    if (what == 0) phase(list);
    if (what == 1) uniform_loop(list, nesting);
    if (what == 2) uniform_if(list, nesting);
    if (what == 0 && random_.percent(50)) return;
    if (what != 0) barrier(list);
  }
}

void Statements::phase(List& list) {
  if (!first_) subgroup(list);
  first_ = false;
  if (features_.has(Feature::kPhases) && random_.percent(50)) uniform_local(list);
  several(list, random_.between(1, std::max(left_, 2u)));
}

void Statements::uniform_local(List& list) {
  const auto known = scope_.find(
      [](const Local& local) { return local.uniform && local.assignable && !local.known; });
  Expression value = expressions_.uniform_word(2);
  if (known && random_.percent(60)) {
    list.push_back(tree::assign(known->name, std::move(value)));
    return;
  }
  const std::string name = scope_.fresh();
  list.push_back(tree::let(name, std::move(value)));
  scope_.bind({name, sort(Kind::kU32), true, true});
}

void Statements::uniform_loop(List& list, uint32_t nesting) {
  note("loop");
  note("barrier in a loop");
  Expression to = tree::binary(BinOp::kBitAnd, expressions_.uniform_word(1), tree::u32(3));
  const std::string variable = scope_.fresh();
  const size_t depth = scope_.depth();
  scope_.bind({variable, sort(Kind::kU32), false, true});
  List inside;
  ++uniform_loops_;
  phases(inside, nesting + 1, false);
  --uniform_loops_;
  barrier(inside);
  scope_.end(depth);
  list.push_back(
      tree::loop(variable, tree::u32(random_.below(2)), std::move(to), std::move(inside)));
}

void Statements::uniform_if(List& list, uint32_t nesting) {
  note("barrier in an if");
  Expression decision = expressions_.uniform_condition(1);
  List bodies[2];
  for (List& inside : bodies) {
    const size_t depth = scope_.depth();
    memory_.change_hands(false);
    phases(inside, nesting + 1, true);
    barrier(inside);
    scope_.end(depth);
    if (random_.percent(50)) break;
  }
  list.push_back(tree::branch(std::move(decision), std::move(bodies[0]), std::move(bodies[1])));
}

void Statements::barrier(List& list) {
  note("barrier");
  const bool one_workgroup = memory_.lanes(false) == memory_.lanes(true);
  const uint32_t orders = one_workgroup ? 5 : 4;  // all but Relaxed; GridSync is the last
  list.push_back(tree::barrier(static_cast<ir::Ordering>(1 + random_.below(orders))));
  memory_.change_hands(false);
}

// Lets only those invocations go on that have an element of some buffer.
void Statements::guard(List& list) {
  note("guarded program");
  const Memory::Buffer buffer = memory_.to_measure();
  Expression length = tree::length(memory_.name(buffer));
  Expression id = tree::id(ir::ExprKind::kInvocationId, 0);
  if (random_.percent(50)) {
    Statement inside = tree::branch(tree::binary(BinOp::kLt, std::move(id), std::move(length)), {});
    inside.body = std::move(list);
    list.clear();
    list.push_back(std::move(inside));
    return;
  }
  Expression beyond = tree::binary(BinOp::kGe, std::move(id), std::move(length));
  list.insert(list.begin(), tree::branch(std::move(beyond), {tree::statement(NodeKind::kReturn)}));
}

// Loads and stores an element of a type, by turns of all.
void Statements::copy_element(List& list) {
  const Element& element = elements()[turn_ % elements().size()];
  if (!features_.allows(element.loaded)) return;
  store(list, element.loaded, expressions_.load(element.loaded, 2));
}

void Statements::one_of(Feature feature, List& list) {
  if (feature == Feature::kFailing) return failing(list);
  if (feature == Feature::kCollectives) return collective(list);
  if (feature == Feature::kNarrow) return copy_element(list);
  if (feature == Feature::kCopies) return copy(list);
  commutative_atomic(list);
  let(list, sort(Kind::kU32), expressions_.owned_atomic(2));
}

void Statements::several(List& list, uint32_t count) {
  while (count-- > 0 && left_ > 0) one(list);
}

void Statements::one(List& list) {
  left_ -= std::min(left_, 1u);
  const bool deep = nesting_ >= 4;
  const auto if_on = [&](Feature feature, uint32_t weight) {
    return features_.has(feature) ? weight : 0;
  };
  const std::pair<uint32_t, void (Statements::*)(List&)> choices[] = {
      {30, &Statements::let},
      {14, &Statements::assign},
      {24, &Statements::store},
      {deep ? 0 : 12, &Statements::branch},
      {deep || loops_ >= 2 ? 0 : if_on(Feature::kLoops, 10), &Statements::loop},
      {deep ? 0 : 5, &Statements::nested},
      {nesting_ == 0 ? 0 : if_on(Feature::kReturns, 4), &Statements::leave},
      {if_on(Feature::kTraps, 2), &Statements::trap},
      {if_on(Feature::kAtomics, 6), &Statements::commutative_atomic},
      {if_on(Feature::kFailing, 5), &Statements::failing},
      {memory_.is_line() ? if_on(Feature::kCollectives, 5) : 0, &Statements::collective},
      {if_on(Feature::kCopies, 4), &Statements::copy}};
  uint32_t weights[std::size(choices)];
  for (size_t i = 0; i < std::size(choices); ++i) weights[i] = choices[i].first;
  (this->*choices[random_.weighted(weights)].second)(list);
}

void Statements::let(List& list) {
  const Sort kind = expressions_.draw_sort();
  let(list, kind, expressions_.make(kind, 4));
}

void Statements::let(List& list, const Sort& kind, Expression value) {
  note("let");
  const std::string name = scope_.fresh();
  list.push_back(tree::let(name, std::move(value)));
  scope_.bind({name, kind});
}

void Statements::assign(List& list) {
  const auto local =
      scope_.find([](const Local& each) { return each.assignable && !each.uniform; });
  if (!local) return let(list);
  note("assign");
  if (loops_ > 0) note("loop-carried local");
  list.push_back(tree::assign(local->name, expressions_.make(local->sort, 3)));
}

void Statements::store(List& list) {
  const Sort kind = expressions_.draw_sort();
  store(list, kind, expressions_.make(kind, 3));
}

void Statements::store(List& list, const Sort& kind, Expression value) {
  note(concat("store to ", kind.type));
  note("store");
  const Memory::Buffer buffer = memory_.to_store(kind.type);
  const std::string name = memory_.name(buffer);
  Statement made = tree::store(name, memory_.own_index(buffer), std::move(value));
  if (random_.percent(75)) {
    list.push_back(std::move(made));
    return;
  }
  note("guarded store");
  Expression guard = tree::binary(BinOp::kLt, memory_.owner_id(buffer), tree::length(name));
  list.push_back(tree::branch(std::move(guard), {std::move(made)}));
}

Statements::List Statements::scoped(uint32_t count, size_t bound_before) {
  List list;
  ++nesting_;
  several(list, count);
  --nesting_;
  const bool ends = !list.empty() && list.back().record.kind == NodeKind::kReturn;
  if (!ends) observe(list, bound_before, 35);
  scope_.end(bound_before);
  return list;
}

void Statements::branch(List& list) {
  note("if");
  Expression decision = expressions_.condition(3);
  List then = scoped(random_.between(1, 4), scope_.depth());
  List otherwise;
  if (random_.percent(40)) {
    note("else");
    otherwise = scoped(random_.between(1, 3), scope_.depth());
  }
  list.push_back(tree::branch(std::move(decision), std::move(then), std::move(otherwise)));
}

void Statements::loop(List& list) {
  note("loop");
  if (loops_ > 0) note("nested loop");
  Expression from = tree::u32(random_.percent(85) ? random_.below(3) : 0xFFFFFFFCu);
  Expression to = tree::u32(0xFFFFFFFFu);
  from.pinned = to.pinned = from.record.value > 2;  // else there may be billions of trips
  if (from.record.value < 3) {
    const Expression limit = tree::u32(random_.percent(50) ? 3 : 7);
    to = random_.percent(35)
             ? tree::u32(random_.below(6))
             : tree::binary(BinOp::kBitAnd, expressions_.make(sort(Kind::kU32), 2), limit);
  }
  const size_t depth = scope_.depth();
  const std::string variable = scope_.fresh();
  scope_.bind({variable, sort(Kind::kU32), false});
  ++loops_;
  List body = scoped(random_.between(1, 4), depth + 1);
  --loops_;
  scope_.end(depth);
  list.push_back(tree::loop(variable, std::move(from), std::move(to), std::move(body)));
}

void Statements::nested(List& list) {
  const bool region = random_.percent(50);
  note(region ? "region" : "block");
  Statement made = tree::statement(region ? NodeKind::kRegion : NodeKind::kBlock,
                                   region ? concat("part", random_.below(4)) : "");
  made.body = scoped(random_.between(1, 3), scope_.depth());
  list.push_back(std::move(made));
}

void Statements::leave(List& list) {
  note("return");
  left_early_ = true;
  List inside;
  inside.push_back(tree::statement(NodeKind::kReturn));
  list.push_back(tree::branch(expressions_.condition(2), std::move(inside)));
}

// Reached by few.
void Statements::trap(List& list) {
  note("trap");
  Expression address = expressions_.make(sort(Kind::kU32), 1);
  Statement made = tree::statement(NodeKind::kTrap);
  made.operands.push_back(std::move(address));
  made.tag = concat("tag", random_.below(3));
  rarely(list, std::move(made));
}

void Statements::rarely(List& list, Statement reached) {
  Expression rare =
      random_.percent(10)
          ? expressions_.condition(2)
          : tree::binary(BinOp::kEq, expressions_.make(sort(Kind::kU32), 2), tree::u32(0x12345));
  list.push_back(tree::branch(std::move(rare), {std::move(reached)}));
}

// By turns, so that a few hundred programs have everything.
void Statements::failing(List& list) {
  const uint64_t turn = turn_++ % 9;
  if (turn == 0 || turn > 3) return failing_expression(list, turn > 3 ? turn - 3 : 0);
  Statement made;
  if (turn == 1) {
    note("resume");
    made = tree::statement(NodeKind::kResume);
    made.tag = "tag";
    return rarely(list, std::move(made));
  }
  const std::string name = memory_.name(memory_.only_read("U32"));
  if (turn == 2) {
    note("indirect_dispatch");
    made = tree::statement(NodeKind::kIndirectDispatch, name);
    made.record.number = 4 * random_.below(3);
  } else {
    note("foreign collective");
    made = tree::statement(NodeKind::kBroadcast, name);
    made.record.number = random_.below(2);
    made.record.root = made.record.number == 0 ? 1 : 0;
  }
  rarely(list, std::move(made));
}

// Binds a value that validates and that the oracle does not compute.
void Statements::failing_expression(List& list, uint64_t which) {
  Expression value;
  if (which == 0 || which == 5) {
    value = without_meaning();
  } else if (which == 1) {
    note("opaque expression");
    value = tree::node(ir::ExprKind::kOpaque, {});
    value.name = random_.percent(50) ? "vyre.literal.u64" : "vyre.literal.f64";
    value.payload = {1, 2, 3, 4, 5, 6, 7, 8};
  } else if (which == 2) {
    note("subgroup id");
    const bool is_size = random_.percent(50);
    value = tree::node(is_size ? ir::ExprKind::kSubgroupSize : ir::ExprKind::kSubgroupLocalId, {});
  } else {
    const auto op = which == 3 ? ir::AtomicOp::kCompareExchangeWeak : ir::AtomicOp::kFetchNand;
    note(concat("atomic ", ir::spelling::word(ir::spelling::kAtomicOps, op)));
    const Memory::Buffer buffer = memory_.for_atomics(true);
    value = tree::node(ir::ExprKind::kAtomic, {memory_.own_index(buffer), tree::u32(1)},
                       static_cast<uint8_t>(op));
    value.name = memory_.name(buffer);
  }
  rarely(list, tree::let(scope_.fresh(), std::move(value)));
}

Expression Statements::without_meaning() {
  static constexpr std::pair<BinOp, Kind> kOperators[] = {
      {BinOp::kMulHigh, Kind::kI32},     {BinOp::kAbsDiff, Kind::kF32},
      {BinOp::kWrappingAdd, Kind::kF32}, {BinOp::kWrappingSub, Kind::kBool},
      {BinOp::kLt, Kind::kBool},         {BinOp::kRotateLeft, Kind::kSignedWord},
      {BinOp::kMulHigh, Kind::kBool}};
  note("operator without a meaning");
  const auto& [op, kind] = random_.pick(kOperators);
  Expression left = expressions_.make(sort(kind), 1);
  return tree::binary(op, std::move(left), expressions_.make(sort(kind), 1));
}

// Of a single rank: nothing happens, or each invocation copies its element.
void Statements::collective(List& list) {
  static constexpr const char* kTypes[] = {"U32", "F32", "I32"};
  const std::string type = random_.pick(kTypes);
  const auto [from, to] = memory_.to_gather(type);
  static constexpr NodeKind kKinds[] = {NodeKind::kAllReduce, NodeKind::kAllGather,
                                        NodeKind::kReduceScatter, NodeKind::kBroadcast};
  static constexpr const char* kNames[] = {"all_reduce", "all_gather", "reduce_scatter",
                                           "broadcast"};
  const auto which = static_cast<uint32_t>(turn_++ % 4);
  note(kNames[which]);
  const bool copies = which == 1 || which == 2;
  Statement made = tree::statement(kKinds[which], memory_.name(copies ? from : to));
  if (copies) made.name2 = memory_.name(to);
  if (which == 0 || which == 2) made.record.op = static_cast<uint8_t>(random_.between(1, 6));
  list.push_back(std::move(made));
}

// All invocations copy the same bytes, and look at them only after their own copy.
void Statements::copy(List& list) {
  static constexpr const char* kTypes[] = {"U32", "F32", "I32", "Bool"};
  const std::string type = random_.pick(kTypes);
  const bool loads = random_.percent(60);
  const std::string tag = concat("t", copies_++);
  const Memory::Buffer from = memory_.only_read(type), to = memory_.to_copy(type);
  Statement begin =
      tree::statement(loads ? NodeKind::kAsyncLoad : NodeKind::kAsyncStore, memory_.name(from));
  begin.name2 = memory_.name(to);
  begin.tag = tag;
  begin.operands.push_back(tree::pinned(tree::u32(random_.below(random_.percent(70) ? 24 : 200))));
  begin.operands.push_back(tree::pinned(tree::u32(random_.below(80))));
  list.push_back(std::move(begin));
  if (random_.percent(40)) let(list);
  Statement wait = tree::statement(NodeKind::kAsyncWait);
  wait.tag = tag;
  list.push_back(std::move(wait));
  note(loads ? "async_load" : "async_store");
  note("async_wait");
  const Sort loaded = element_of(type).loaded;
  Expression index = expressions_.index(1);
  let(list, loaded, tree::load(memory_.name(to), std::move(index)));
  observe(list, scope_.depth() - 1, 100);
}

// Where all invocations of the workgroup have taken the same steps since a barrier or the start.
void Statements::subgroup(List& list) {
  const bool some_may_end = left_early_ || (uniform_loops_ > 0 && features_.has(Feature::kReturns));
  if (!features_.has(Feature::kSubgroups) || some_may_end) return;
  expressions_.forbid_atomics(true);
  for (uint32_t more = random_.between(1, 2); more > 0; --more) {
    const uint32_t which = random_.below(3);
    if (which == 0) {
      reduction(list);
    } else if (which == 1) {
      const Sort kind = sort(random_.percent(30) ? Kind::kF32 : Kind::kU32);
      note("subgroup_shuffle");
      std::vector<Expression> operands = {expressions_.make(kind, 2), expressions_.index(1)};
      let(list, kind, tree::node(ir::ExprKind::kSubgroupShuffle, std::move(operands)));
    } else {
      note("subgroup_ballot");
      let(list, sort(Kind::kU32),
          tree::node(ir::ExprKind::kSubgroupBallot, {expressions_.condition(2)}));
    }
  }
  expressions_.forbid_atomics(false);
}

void Statements::reduction(List& list) {
  const auto op = static_cast<uint8_t>(random_.between(1, ir::ops::kLastReduceOp));
  const bool may_be_f32 = ir::ops::is_for_f32(static_cast<ir::ReduceOp>(op));
  const Sort kind = sort(may_be_f32 && random_.percent(40) ? Kind::kF32 : Kind::kU32);
  note(std::string(ir::spelling::word(ir::spelling::kReduceOps, op)));
  let(list, kind, tree::node(ir::ExprKind::kSubgroupReduce, {expressions_.make(kind, 2)}, op));
}

void Statements::commutative_atomic(List& list) {
  const Memory::Buffer buffer = memory_.for_atomics(false);
  note(concat("atomic ", ir::spelling::word(ir::spelling::kAtomicOps, buffer.op)));
  Expression index = expressions_.make(sort(Kind::kU32), 2);
  if (random_.percent(70))
    index = tree::binary(BinOp::kBitAnd, std::move(index), tree::u32(random_.percent(50) ? 3 : 15));
  Expression value = expressions_.make(sort(Kind::kU32), 2);
  Expression made = tree::node(ir::ExprKind::kAtomic, {std::move(index), std::move(value)},
                               static_cast<uint8_t>(buffer.op));
  made.name = memory_.name(buffer);
  made.record.ordering = static_cast<ir::Ordering>(random_.below(5));
  // Nobody looks at the result: it depends on the order of invocations.
  const std::string name = scope_.fresh();
  list.push_back(tree::let(name, std::move(made)));
  scope_.bind({name, raw("nothing", 0), false});
}

void Statements::observe(List& list, size_t depth, uint32_t percent) {
  for (const Local& local : scope_.since(depth)) {
    if (local.sort.type == "nothing" || !random_.percent(percent)) continue;
    store(list, local.sort, tree::var(local.name));
  }
}

}  // namespace vyre::differential
