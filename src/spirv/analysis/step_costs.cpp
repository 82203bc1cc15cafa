#include "spirv/analysis/step_costs.h"

// Every lane makes one step per round: a statement is one step, and so are a loop's header, its
// exit and the leaving of a scope.

namespace vyre::spirv {

namespace {

constexpr Cost kOneStep = {1, 1, 0, false, false};
constexpr Cost kGuardedCopy = {3, 6, 3, false, false};  // what gathering and scattering become

Cost collective(const Node& node) {
  const ir::SingleRank meaning = ir::single_rank_meaning(node);
  if (meaning == ir::SingleRank::kNothing) return {};
  return meaning == ir::SingleRank::kCopy ? kGuardedCopy : kOneStep;
}

// With a first step and the leaving of a scope.
Cost scoped(Cost cost) {
  cost.least = plus(cost.least, 2);
  cost.most = plus(cost.most, 2);
  return cost;
}

}  // namespace

StepCosts::StepCosts(const Program& program, const std::vector<bool>& is_divergent)
    : program_(program), divergent_(is_divergent), costs_(program.nodes.size()) {
  measure_list(program.entry);
}

Cost StepCosts::of_list(Range range) const {
  Cost sum;
  for (const NodeId id : program_.list(range)) {
    const Cost& one = costs_[id];
    sum.least = plus(sum.least, one.least);
    sum.most = plus(sum.most, one.most);
    sum.skew = one.waits ? one.skew : plus(sum.skew, one.skew);
    sum.returns |= one.returns;
    sum.waits |= one.waits;
  }
  return sum;
}

Cost StepCosts::measure_list(Range range) {
  for (const NodeId id : program_.list(range)) costs_[id] = measure(id);
  return of_list(range);
}

Cost StepCosts::measure(NodeId id) {
  const Node& node = program_.nodes[id];
  switch (node.kind) {
    case NodeKind::kIf:
      return branch(id, node);
    case NodeKind::kLoop:
      return loop(id, node);
    case NodeKind::kBlock:
    case NodeKind::kRegion:
      return scoped(measure_list(node.body));
    case NodeKind::kReturn:
      return {1, 1, 0, true, false};
    case NodeKind::kBarrier:
      return {1, kForever, 0, false, true};
    case NodeKind::kAllReduce:
    case NodeKind::kAllGather:
    case NodeKind::kReduceScatter:
    case NodeKind::kBroadcast:
      return collective(node);
    case NodeKind::kLet:
    case NodeKind::kAssign:
    case NodeKind::kStore:
    case NodeKind::kIndirectDispatch:
    case NodeKind::kAsyncLoad:
    case NodeKind::kAsyncWait:
    case NodeKind::kAsyncStore:
    case NodeKind::kTrap:
    case NodeKind::kResume:
    case NodeKind::kOpaque:
      return kOneStep;
  }
  return kOneStep;
}

// The test, an arm and the leaving of its scope. Lanes that return are not compared with others.
Cost StepCosts::branch(NodeId id, const Node& node) {
  const Cost then = measure_list(node.body);
  const Cost otherwise = measure_list(node.otherwise);
  Cost cost;
  cost.returns = then.returns && otherwise.returns;
  if (then.returns != otherwise.returns) {
    const Cost& goes_on = then.returns ? otherwise : then;
    cost = {goes_on.least, goes_on.most, goes_on.skew, false, false};
  } else {
    cost.least = std::min(then.least, otherwise.least);
    cost.most = std::max(then.most, otherwise.most);
    cost.skew = std::max(then.skew, otherwise.skew);
    if (divergent_[id]) cost.skew = cost.most >= kForever ? kForever : cost.most - cost.least;
  }
  return scoped(cost);
}

Steps StepCosts::trips(const Node& loop) const {
  const Expr& from = program_.exprs[loop.exprs[0]];
  const Expr& to = program_.exprs[loop.exprs[1]];
  const bool known = from.kind == ExprKind::kLitU32 && to.kind == ExprKind::kLitU32;
  if (!known) return kForever;
  return to.value > from.value ? to.value - from.value : 0;
}

// Opening and exit, and around each trip a header and the leaving of its scope.
Cost StepCosts::loop(NodeId id, const Node& node) {
  const Cost body = measure_list(node.body);
  const Steps count = trips(node);
  Cost cost;
  cost.least = plus(2, times(count == kForever ? 0 : count, plus(body.least, 2)));
  cost.most = plus(2, times(count, plus(body.most, 2)));
  cost.skew = divergent_[id] ? kForever : times(count, body.skew);
  return cost;
}

Steps WriteDistances::ahead(const Node& node, Steps before) const {
  if (node.kind == NodeKind::kLet || node.kind == NodeKind::kAssign) {
    return writes(node.name) ? plus(before, 1) : kForever;
  }
  const bool is_loop = node.kind == NodeKind::kLoop;  // it opens, then its header binds
  if (is_loop && writes(node.name)) return plus(before, 2);
  Steps nearest = kForever;
  for (const ir::Body& body : ir::bodies(node)) {
    nearest = std::min(nearest, ahead(body.range, 0, plus(before, is_loop ? 2 : 1)));
  }
  return nearest;
}

Steps WriteDistances::ahead(Range range, size_t first, Steps before) const {
  const auto list = program_.list(range);
  Steps nearest = kForever;
  for (size_t i = first; i < list.size() && before < std::min(nearest, limit_); ++i) {
    if (costs_.of(list[i]).waits) break;
    nearest = std::min(nearest, ahead(program_.nodes[list[i]], before));
    before = plus(before, costs_.of(list[i]).least);
  }
  return nearest;
}

Steps WriteDistances::behind(const Node& node, Steps after) const {
  if (node.kind == NodeKind::kLet || node.kind == NodeKind::kAssign) {
    return writes(node.name) ? after : kForever;
  }
  const Steps leaving = node.kind == NodeKind::kLoop ? 2 : 1;
  Steps nearest = kForever;
  for (const ir::Body& body : ir::bodies(node)) {
    nearest = std::min(nearest, behind(body.range, body.range.count, plus(after, leaving)));
  }
  return nearest;
}

Steps WriteDistances::behind(Range range, size_t count, Steps after) const {
  const auto list = program_.list(range);
  Steps nearest = kForever;
  for (size_t i = count; i > 0 && after < std::min(nearest, limit_); --i) {
    if (costs_.of(list[i - 1]).waits) break;
    nearest = std::min(nearest, behind(program_.nodes[list[i - 1]], after));
    after = plus(after, costs_.of(list[i - 1]).least);
  }
  return nearest;
}

bool WriteDistances::declares(Range range) const {
  return std::ranges::any_of(program_.list(range), [&](NodeId id) {
    const Node& node = program_.nodes[id];
    return node.kind == NodeKind::kLet && writes(node.name);
  });
}

}  // namespace vyre::spirv
