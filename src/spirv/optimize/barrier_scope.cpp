#include "spirv/optimize/optimizations.h"

// What workgroup barriers order. Workgroup memory always; storage only where a buffer is written
// that is accessed both before and behind a barrier.

namespace vyre::spirv {
namespace {

constexpr uint32_t kUntouched = UINT32_MAX;

class BarrierFinder {
 public:
  BarrierFinder(const Program& program, const launch::BindingPlan& plan, const Analysis& analysis)
      : program_(program), phase_of_(program.buffers.size(), kUntouched) {
    counts_.resize(program.buffers.size());
    for (const launch::PlannedBinding& binding : plan.bindings) {
      const bool shared = binding.role == launch::Role::kShared;
      counts_[binding.buffer] = !shared && analysis.written[binding.buffer];
    }
  }

  // Whether a written buffer is accessed on both sides of a barrier.
  bool run() {
    walk(program_.entry);
    return crossed_;
  }

 private:
  void walk(Range range) {
    for (const NodeId id : program_.list(range)) statement(program_.nodes[id]);
  }

  void statement(const Node& node) {
    const uint32_t before = phase_;
    const size_t touched_before = touches_;
    ir::for_each_expr(program_, node, [&](ExprId, const Expr& expr) {
      if (expr.kind == ExprKind::kLoad || expr.kind == ExprKind::kAtomic) touch(expr.name);
    });
    if (node.kind == NodeKind::kStore || ir::is_collective(node.kind)) {
      ir::for_each_buffer(node, [&](NameId name, ir::BufferUse) { touch(name); });
    }
    if (node.kind == NodeKind::kBarrier) ++phase_;
    for (const ir::Body& body : ir::bodies(node)) walk(body.range);
    // What a loop around a barrier accesses is on both sides of it.
    const bool repeats = node.kind == NodeKind::kLoop && phase_ != before;
    crossed_ |= repeats && touches_ != touched_before;
  }

  void touch(NameId name) {
    const uint32_t buffer = program_.find_buffer(name);
    if (buffer == ir::kNone || !counts_[buffer]) return;
    const uint32_t earlier = phase_of_[buffer];
    crossed_ |= earlier != kUntouched && earlier != phase_;
    ++touches_;
    phase_of_[buffer] = phase_;
  }

  const Program& program_;
  std::vector<bool> counts_;        // by buffer: storage that is written
  std::vector<uint32_t> phase_of_;  // by buffer: barriers before the last access
  uint32_t phase_ = 0;              // barriers so far
  size_t touches_ = 0;              // of such storage so far
  bool crossed_ = false;
};

}  // namespace

bool barriers_order_storage(const Program& program, const launch::BindingPlan& plan,
                            const Analysis& analysis) {
  if (analysis.subgroups.any || !analysis.copies.empty()) return true;
  return BarrierFinder(program, plan, analysis).run();
}

}  // namespace vyre::spirv
