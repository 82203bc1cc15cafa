#pragma once

#include <algorithm>
#include <vector>

#include "ir/program/visit.h"
#include "ir/validate/rules.h"

namespace vyre::ir {

// Finds buffers that one list of statements accesses both atomically and plainly with no barrier in
// between. Each list has a state of its own: what a nested list does is forgotten when it ends,
// and a nested barrier clears nothing outside.
class AliasRule {
 public:
  explicit AliasRule(Validation& validation) : v_(validation) {
    const auto& exprs = v_.program.exprs;
    active_ =
        std::ranges::any_of(exprs, [](const Expr& expr) { return expr.kind == ExprKind::kAtomic; });
    if (!active_) return;
    states_.resize(v_.program.names.size());
    reported_.resize(v_.program.names.size());
  }

  // The state of a list, as long as the answer lives.
  auto open_list() {
    const uint64_t outer = epoch_;
    start_epoch();
    return ScopeExit([this, outer, size = undo_.size()] {
      for (; undo_.size() > size; undo_.pop_back()) states_[undo_.back().name] = undo_.back().state;
      epoch_ = outer;
    });
  }

  // Checks and remembers what |node| itself accesses, without the lists inside it.
  void after(const Node& node) {
    if (!active_) return;
    if (node.kind == NodeKind::kBarrier) return start_epoch();
    ++statement_;
    reads_.clear();
    atomics_.clear();
    collect(node);
    for (const NameId name : atomics_) check(name, states_[name].read);
    for (const NameId name : reads_) check(name, states_[name].atomic);
    for (const NameId name : atomics_) remember(name, &State::atomic);
    for (const NameId name : reads_) remember(name, &State::read);
  }

 private:
  struct State {
    uint64_t read = 0;    // epoch of the last plain access
    uint64_t atomic = 0;  // epoch of the last atomic access
  };
  struct Undo {
    NameId name;
    State state;
  };

  void start_epoch() { epoch_ = ++last_epoch_; }

  void check(NameId name, uint64_t before) {
    if (before != epoch_ || reported_[name] == statement_) return;
    reported_[name] = statement_;
    v_.findings.error("R-ALIAS", "buffer ", v_.quoted(name),
                      " is accessed both atomically and plainly with no barrier in between");
  }

  void remember(NameId name, uint64_t State::*kind) {
    State& state = states_[name];
    if (state.*kind == epoch_) return;
    undo_.push_back({name, state});
    state.*kind = epoch_;
  }

  void collect(const Node& node) {
    const auto note = [&](NameId name, BufferUse) { reads_.push_back(name); };
    for_each_buffer(node, note);
    for_each_expr(v_.program, node, [&](ExprId, const Expr& expr) {
      if (expr.kind == ExprKind::kAtomic) return atomics_.push_back(expr.name);
      for_each_buffer(expr, note);
    });
  }

  Validation& v_;
  bool active_;  // a program without atomics has no such conflict
  uint64_t epoch_ = 0;
  uint64_t last_epoch_ = 0;
  std::vector<State> states_;  // by name
  std::vector<Undo> undo_;
  uint64_t statement_ = 0;
  std::vector<uint64_t> reported_;  // by name: the statement that last reported it
  // Of one statement:
  std::vector<NameId> reads_;
  std::vector<NameId> atomics_;
};

}  // namespace vyre::ir
