#include "ir/validate/alias.h"

#include <algorithm>

#include "ir/program/visit.h"

namespace vyre::ir {

AliasRule::AliasRule(Validation& validation) : v_(validation) {
  const auto& exprs = v_.program.exprs;
  active_ =
      std::ranges::any_of(exprs, [](const Expr& expr) { return expr.kind == ExprKind::kAtomic; });
  if (!active_) return;
  states_.resize(v_.program.names.size());
  reported_.resize(v_.program.names.size());
}

void AliasRule::after(const Node& node) {
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

void AliasRule::check(NameId name, uint64_t before) {
  if (before != epoch_ || reported_[name] == statement_) return;
  reported_[name] = statement_;
  v_.findings.error("R-ALIAS", "buffer ", v_.quoted(name),
                    " is accessed both atomically and plainly with no barrier in between");
}

void AliasRule::remember(NameId name, uint64_t State::*kind) {
  State& state = states_[name];
  if (state.*kind == epoch_) return;
  undo_.push_back({name, state});
  state.*kind = epoch_;
}

void AliasRule::undo_to(size_t size) {
  for (; undo_.size() > size; undo_.pop_back()) states_[undo_.back().name] = undo_.back().state;
}

void AliasRule::collect(const Node& node) {
  const auto note = [&](NameId name, BufferUse) { reads_.push_back(name); };
  for_each_buffer(node, note);
  for_each_expr(v_.program, node, [&](ExprId, const Expr& expr) {
    if (expr.kind == ExprKind::kAtomic) return atomics_.push_back(expr.name);
    for_each_buffer(expr, note);
  });
}

}  // namespace vyre::ir
