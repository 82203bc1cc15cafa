#include <algorithm>

#include "spirv/optimize/optimizations.h"

// Thread coarsening.
//
// Where nothing waits for anything, one invocation may do the work of several neighbors on the x
// axis, one after another, and no program can tell. An element that only its own invocation touches
// is then loaded and stored together with its neighbors. That holds while all of them are within
// bounds, so a coarsened kernel stands beside the plain one, which does the rest.

namespace vyre::spirv {
namespace {

constexpr size_t kMaxExpressions = 64;            // the code is four times as long
constexpr uint32_t kSmallestLiteralBound = 1024;  // a smaller one tells special elements apart

class CoarseningFinder {
 public:
  CoarseningFinder(const Program& program, const launch::BindingPlan& plan,
                   const Analysis& analysis)
      : program_(program),
        analysis_(analysis),
        own_(program.buffers.size()),
        touched_(program.buffers.size()),
        loaded_(program.buffers.size()) {
    found_.read.resize(program.buffers.size());
    found_.stored.resize(program.buffers.size());
    found_.bounds.resize(program.buffers.size());
    found_.guards.resize(program.nodes.size());
    for (const launch::PlannedBinding& binding : plan.bindings) {
      own_[binding.buffer] = binding.element_bytes == kElementBytes;
    }
  }

  Coarsening run() {
    walk(program_.entry, Reached::kAlways);
    if (!possible_) return {};
    found_.own.resize(own_.size());
    for (size_t i = 0; i < own_.size(); ++i) {
      found_.own[i] = own_[i] && touched_[i];
      found_.stored[i] = found_.stored[i] && own_[i] && !loaded_[i];
      found_.possible |= found_.own[i];
      if (found_.bounds[i] && !found_.own[i]) return {};
    }
    return std::move(found_);
  }

 private:
  // By the invocations whose elements are all within bounds.
  enum class Reached : uint8_t { kAlways, kSometimes, kNever };

  void walk(Range range, Reached reached) {
    for (const NodeId id : program_.list(range)) statement(id, program_.nodes[id], reached);
  }

  void statement(NodeId id, const Node& node, Reached reached) {
    ir::for_each_expr(program_, node, [&](ExprId, const Expr& expr) { expression(expr, reached); });
    switch (node.kind) {
      case NodeKind::kLet:
      case NodeKind::kAssign:
        return;
      case NodeKind::kStore:
        return store(node, reached);
      case NodeKind::kIf:
        return branch(id, node, reached);
      case NodeKind::kBlock:
      case NodeKind::kRegion:
        return walk(node.body, reached);
      case NodeKind::kReturn:
        possible_ &= reached == Reached::kNever;
        return;
      default:
        possible_ = false;
    }
  }

  void store(const Node& node, Reached reached) {
    touch(node.name, node.exprs[0], reached);
    const uint32_t buffer = program_.find_buffer(node.name);
    if (reached == Reached::kSometimes) own_[buffer] = false;
    if (reached == Reached::kAlways) found_.stored[buffer] = true;
  }

  void branch(NodeId id, const Node& node, Reached reached) {
    const Guard guard = reached == Reached::kAlways ? guard_of(node.exprs[0]) : Guard::kNone;
    found_.guards[id] = guard;
    const auto inside = [&](Guard skipped) {
      if (guard == skipped || reached == Reached::kNever) return Reached::kNever;
      return guard == Guard::kNone ? Reached::kSometimes : Reached::kAlways;
    };
    walk(node.body, inside(Guard::kFails));
    walk(node.otherwise, inside(Guard::kHolds));
  }

  // Comparisons of the invocation's id with what can become a bound.
  Guard guard_of(ExprId condition) {
    const Expr& expr = program_.exprs[definition(condition)];
    if (expr.kind != ExprKind::kBinOp) return Guard::kNone;
    if (expr.bin_op() == BinOp::kLt) return bounded(expr, 0, 1) ? Guard::kHolds : Guard::kNone;
    if (expr.bin_op() == BinOp::kGt) return bounded(expr, 1, 0) ? Guard::kHolds : Guard::kNone;
    if (expr.bin_op() == BinOp::kGe) return bounded(expr, 0, 1) ? Guard::kFails : Guard::kNone;
    if (expr.bin_op() == BinOp::kLe) return bounded(expr, 1, 0) ? Guard::kFails : Guard::kNone;
    return Guard::kNone;
  }

  bool bounded(const Expr& comparison, size_t id, size_t bound) {
    if (!is_own_index(comparison.operands[id])) return false;
    const Expr& expr = program_.exprs[definition(comparison.operands[bound])];
    if (expr.kind == ExprKind::kBufLen) {
      found_.bounds[program_.find_buffer(expr.name)] = true;
      return true;
    }
    if (expr.kind != ExprKind::kLitU32 || expr.value < kSmallestLiteralBound) return false;
    found_.max_elements = std::min(found_.max_elements, expr.value);
    return true;
  }

  void expression(const Expr& expr, Reached reached) {
    if (expr.kind == ExprKind::kLocalId) possible_ = false;
    if (ir::is_subgroup_expr(expr.kind)) possible_ = false;
    if (expr.kind == ExprKind::kInvocationId && expr.op != 0) possible_ = false;
    if (expr.kind == ExprKind::kAtomic) own_[program_.find_buffer(expr.name)] = false;
    if (expr.kind == ExprKind::kLoad) load(expr, reached);
  }

  void load(const Expr& expr, Reached reached) {
    touch(expr.name, expr.operands[0], reached);
    const uint32_t buffer = program_.find_buffer(expr.name);
    loaded_[buffer] = true;
    if (reached != Reached::kNever) found_.read[buffer] = true;
  }

  void touch(NameId name, ExprId index, Reached reached) {
    if (reached == Reached::kNever) return;
    const uint32_t buffer = program_.find_buffer(name);
    touched_[buffer] = true;
    if (!is_own_index(index)) own_[buffer] = false;
  }

  bool is_own_index(ExprId id) const {
    const Expr& expr = program_.exprs[definition(id)];
    return expr.kind == ExprKind::kInvocationId && expr.op == 0;
  }

  // What a local stands for that is bound once and never assigned.
  ExprId definition(ExprId id) const {
    for (;;) {
      const NodeId local = analysis_.declaration[id];
      if (local == ir::kNone || program_.nodes[local].kind != NodeKind::kLet) break;
      if (analysis_.assigned[local]) break;
      id = program_.nodes[local].exprs[0];
    }
    return id;
  }

  const Program& program_;
  const Analysis& analysis_;
  Coarsening found_;
  std::vector<bool> own_;      // by buffer: no other access has been seen so far
  std::vector<bool> touched_;  // by buffer
  std::vector<bool> loaded_;   // by buffer: by anybody
  bool possible_ = true;
};

}  // namespace

Coarsening find_coarsening(const Program& program, const launch::BindingPlan& plan,
                           const Analysis& analysis) {
  if (plan.has_shared || program.exprs.size() > kMaxExpressions) return {};
  return CoarseningFinder(program, plan, analysis).run();
}

}  // namespace vyre::spirv
