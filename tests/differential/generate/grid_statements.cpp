// Programs whose grid waits as a whole: Statements past barriers of ordering grid_sync.

#include <algorithm>

#include "differential/model/tree.h"
#include "statements.h"

namespace vyre::differential {

using ir::NodeKind;
using Kind = Sort::Kind;

namespace {

constexpr uint32_t kMaxTrips = 4;  // of loops in each other, or programs take too long to compile

Statement in_region(std::vector<Statement> body) {
  Statement made = tree::statement(NodeKind::kRegion, "part");
  made.body = std::move(body);
  return made;
}

}  // namespace

// A local of the type that is to be kept lives from before the first barrier to the end.
void Statements::grid_body(List& list) {
  const Sort kept = element_of(kept_).loaded;
  const std::string name = scope_.fresh();
  list.push_back(tree::let(name, expressions_.load(kept, 1)));
  scope_.bind({name, kept, random_.percent(50)});
  grid_phases(list, 0);
  store(list, kept, tree::var(name));
}

// Stretches of statements with a grid barrier between two of them. Whatever stands inside of
// others ends with memory in the hands in which it began, so that trips of a loop, and what stands
// around, need no barrier between them.
void Statements::grid_phases(List& list, uint32_t nesting) {
  const std::vector<Memory::Buffer> begin = memory_.states();
  grid_phase(list, false, true);
  for (uint32_t more = random_.between(1, nesting == 0 ? 3 : 2); more > 0; --more) {
    grid_structure(list, nesting);
  }
  if (nesting == 0) return;
  grid_barrier(list);
  memory_.restore(begin);
  if (random_.percent(70)) grid_phase(list, true, false);
}

void Statements::grid_structure(List& list, uint32_t nesting) {
  const bool deep = nesting >= 2;
  const uint32_t weights[] = {
      45, deep || trips_ >= kMaxTrips ? 0u : 22,    deep ? 0u : 16, deep ? 0u : 16,
      12, features_.has(Feature::kReturns) ? 8u : 3};
  switch (random_.weighted(weights)) {
    case 1:
      return grid_loop(list, nesting);
    case 2:
      return grid_if(list, nesting);
    case 3:
      return grid_nested(list, nesting);
    case 4:
      return known_local(list);
    case 5:
      return known_return(list);
    default:
      grid_barrier(list);
      return grid_phase(list, true, true);
  }
}

// |may_wait|: a grid barrier comes before memory has to be in certain hands again.
void Statements::grid_phase(List& list, bool behind_barrier, bool may_wait) {
  if (behind_barrier) subgroup(list);
  if (random_.percent(30)) known_local(list);
  left_ = std::max(left_, 6u);
  if (may_wait && features_.has(Feature::kPhases) && random_.percent(30)) {
    return phases(list, 1, uniform_loops_ == 0);
  }
  several(list, random_.between(1, 3));
}

void Statements::grid_loop(List& list, uint32_t nesting) {
  const uint32_t most = trips_ == 1 ? 3 : 2;
  Expression from = random_.percent(75) ? tree::u32(random_.below(2)) : known_.bound(1);
  Expression to = known_.bound(most);
  const std::string variable = scope_.fresh();
  const size_t depth = scope_.depth();
  scope_.bind({variable, sort(Kind::kU32), false, true, true});
  List inside;
  ++uniform_loops_;
  trips_ *= most;
  grid_phases(inside, nesting + 1);
  trips_ /= most;
  --uniform_loops_;
  observe(inside, depth, 30);
  scope_.end(depth);
  list.push_back(tree::loop(variable, std::move(from), std::move(to), std::move(inside)));
}

// In a loop an If that has a barrier of its own must go the same way in all trips.
void Statements::grid_if(List& list, uint32_t nesting) {
  Expression decision = random_.percent(4) ? known_.unknown_truth() : known_.condition(2);
  List bodies[2];
  for (List& inside : bodies) {
    const size_t depth = scope_.depth();
    if (random_.percent(70)) {
      grid_phases(inside, nesting + 1);
    } else {
      grid_phase(inside, false, false);
      if (&inside == &bodies[0]) {
        const std::vector<Memory::Buffer> begin = memory_.states();
        grid_barrier(inside);
        memory_.restore(begin);
      }
    }
    observe(inside, depth, 30);
    scope_.end(depth);
    if (uniform_loops_ > 0) inside = {in_region(std::move(inside))};
    if (random_.percent(40)) break;
  }
  if (random_.percent(30) && !bodies[1].empty()) std::swap(bodies[0], bodies[1]);
  list.push_back(tree::branch(std::move(decision), std::move(bodies[0]), std::move(bodies[1])));
}

void Statements::grid_nested(List& list, uint32_t nesting) {
  const bool region = random_.percent(50);
  note(region ? "region" : "block");
  const size_t depth = scope_.depth();
  Statement made = tree::statement(region ? NodeKind::kRegion : NodeKind::kBlock,
                                   region ? concat("part", random_.below(4)) : "");
  grid_phases(made.body, nesting + 1);
  observe(made.body, depth, 30);
  scope_.end(depth);
  list.push_back(std::move(made));
}

void Statements::grid_barrier(List& list) {
  list.push_back(tree::barrier(ir::Ordering::kGridSync));
  memory_.change_hands(true);
  // A local of a kind that only the run tells cannot be kept; now and then one is asked for.
  scope_.hide([&](const Local& local) {
    const bool several =
        local.sort.kind == Kind::kEitherWord || local.sort.kind == Kind::kEitherBool;
    return several && random_.percent(95);
  });
}

void Statements::known_local(List& list) {
  const auto local = scope_.find([](const Local& each) { return each.known && each.assignable; });
  Expression value = known_.word(2);
  if (local && random_.percent(50)) {
    note("assign");
    Statement made = tree::assign(local->name, std::move(value));
    if (random_.percent(25)) made = tree::branch(known_.condition(1), {std::move(made)});
    list.push_back(std::move(made));
    return;
  }
  const std::string name = scope_.fresh();
  list.push_back(tree::let(name, std::move(value)));
  scope_.bind({name, sort(Kind::kU32), true, true, true});
}

// Of all invocations, where the host sees it coming.
void Statements::known_return(List& list) {
  note("grid.known_return");
  Expression decision = known_.condition(1);
  if (uniform_loops_ == 0) {
    decision = tree::binary(ir::BinOp::kAnd, std::move(decision), known_.condition(1));
  }
  const size_t depth = scope_.depth();
  List inside;
  ++nesting_;
  several(inside, random_.between(0, 2));
  --nesting_;
  const bool ends = !inside.empty() && inside.back().record.kind == NodeKind::kReturn;
  if (!ends) inside.push_back(tree::statement(NodeKind::kReturn));
  scope_.end(depth);
  list.push_back(tree::branch(std::move(decision), std::move(inside)));
}

}  // namespace vyre::differential
