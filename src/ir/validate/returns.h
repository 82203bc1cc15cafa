#pragma once

#include <vector>

#include "ir/program/visit.h"
#include "ir/validate/rules.h"

namespace vyre::ir {

// V055: no invocation may leave a loop with a barrier alone, behind the last barrier that all of
// them meet in its body. They leave together where only uniform values decide, or what all of them
// load from one place that nothing has written since that barrier.
class ReturnRule {
 public:
  explicit ReturnRule(Validation& validation)
      : v_(validation), on_(v_.semantics >= Semantics::kV0_7) {}

  // The body of |loop|, as long as the answer lives.
  auto open_loop(NodeId id, const Node& loop) {
    const bool opened = on_ && has_barrier(id);
    if (opened) {
      const NodeId last = last_barrier(loop.body);
      loops_.push_back({last, last == kNone, splits_});
    }
    return ScopeExit([this, opened] {
      if (opened) loops_.pop_back();
    });
  }

  // What invocations come to by |decision|, as long as the answer lives.
  auto open_branch(std::initializer_list<ExprId> decision) {
    bool splits = false;
    for (const ExprId id : decision) splits = splits || (is_watched() && !is_settled(id));
    splits_ += splits ? 1 : 0;
    return ScopeExit([this, splits] { splits_ -= splits ? 1 : 0; });
  }

  // Whether all invocations have one value there, as far as a Let behind a barrier keeps it.
  bool settles(ExprId id) { return is_watched() && is_settled(id); }

  void at_return() {
    for (const Loop& loop : loops_) {
      if (!loop.is_past || splits_ == loop.splits) continue;
      return v_.findings.error("V055", "invocations may return alone from a loop with a barrier");
    }
  }

  void after(NodeId id, const Node& node) {
    if (!is_watched()) return;
    for (Loop& loop : loops_) {
      if (loop.last_barrier == id) loop.is_past = true;
    }
    if (node.kind == NodeKind::kBarrier) written_.assign(v_.program.buffers.size(), false);
    const auto note = [&](NameId name, BufferUse use) {
      if (use != BufferUse::kRead && use != BufferUse::kCounted) note_written(name);
    };
    for_each_buffer(node, note);
    for_each_expr(v_.program, node, [&](ExprId, const Expr& expr) { for_each_buffer(expr, note); });
  }

 private:
  struct Loop {
    NodeId last_barrier = kNone;  // of its body, met by all
    bool is_past = false;
    uint32_t splits = 0;  // around it
  };

  bool is_watched() const { return !loops_.empty(); }

  bool has_barrier(NodeId loop) {
    if (has_barrier_.empty()) {
      has_barrier_ = flag_upward(
          v_.program, [](NodeId, const Node& node) { return node.kind == NodeKind::kBarrier; });
    }
    return has_barrier_[loop];
  }

  NodeId last_barrier(Range body) const {
    NodeId last = kNone;
    for (const NodeId id : v_.program.list(body)) {
      const Node& node = v_.program.nodes[id];
      const bool is_part = node.kind == NodeKind::kBlock || node.kind == NodeKind::kRegion;
      const NodeId found = is_part ? last_barrier(node.body) : kNone;
      if (found != kNone) last = found;
      if (node.kind == NodeKind::kBarrier) last = id;
    }
    return last;
  }

  void note_written(NameId name) {
    const uint32_t buffer = v_.program.find_buffer(name);
    written_.resize(v_.program.buffers.size());
    if (buffer != kNone) written_[buffer] = true;
  }

  bool is_settled(ExprId id) {
    const Expr& expr = v_.program.exprs[id];
    if (expr.kind == ExprKind::kVar) {
      const Local* local = v_.scopes.find(expr.name);
      return local != nullptr && (local->uniform || local->settled);
    }
    if (expr.kind == ExprKind::kLoad) {
      const uint32_t buffer = v_.program.find_buffer(expr.name);
      written_.resize(v_.program.buffers.size());
      if (buffer == kNone || written_[buffer]) return false;
    } else if (!is_made_of_operands(expr.kind)) {
      return is_uniform(v_, id);
    }
    bool settled = true;
    for_each_operand(v_.program, expr,
                     [&](ExprId operand) { settled = settled && is_settled(operand); });
    return settled;
  }

  static bool is_made_of_operands(ExprKind kind) {
    return kind == ExprKind::kBinOp || kind == ExprKind::kUnOp || kind == ExprKind::kSelect ||
           kind == ExprKind::kCast || kind == ExprKind::kFma;
  }

  Validation& v_;
  const bool on_;
  std::vector<bool> has_barrier_;  // by statement: in or inside it
  std::vector<bool> written_;      // by buffer: since the last barrier
  std::vector<Loop> loops_;        // with a barrier, innermost last
  uint32_t splits_ = 0;            // decisions around, that may differ between invocations
};

}  // namespace vyre::ir
