#include <algorithm>

#include "spirv/optimize/optimizations.h"

// Loop unrolling for loads of workgroup memory.
//
// A loop that loads one element of workgroup memory per trip, each beside the last, loads four at
// once and does four trips together: the index is the trip and a multiple of four that stays the
// same, and nothing in the loop writes there. What is not sure here, such as bounds and the numbers
// of trips, is looked at when the loop is lowered.

namespace vyre::spirv {
namespace {

constexpr uint32_t kMaxParts = 96;  // statements and expressions: there are four times as many
constexpr int kMaxSteps = 4;        // back from a local to what it is made of

// How an index depends on the trip of a loop.
enum class Course : uint8_t { kUnknown, kFixed, kCounts };

class UnrolledLoadsFinder {
 public:
  // By buffer: |shared| is workgroup memory, |grouped| such of single words, four times as many.
  UnrolledLoadsFinder(const Program& program, const Analysis& analysis,
                      const std::vector<bool>& shared, const std::vector<bool>& grouped)
      : program_(program), analysis_(analysis), shared_(shared), grouped_(grouped) {}

  // The loads of |loop| that can be unrolled.
  std::vector<ExprId> run(NodeId loop) {
    loop_ = loop;
    note(program_.nodes[loop].body);
    if (!good_) return {};
    for (const NodeId id : program_.list(program_.nodes[loop].body)) {
      const Node& node = program_.nodes[id];
      if (ir::has_body(node.kind)) continue;
      ir::for_each_expr(program_, node, [&](ExprId expr, const Expr& load) {
        if (load.kind == ExprKind::kLoad && is_unrollable(load)) found_.push_back(expr);
      });
    }
    return std::move(found_);
  }

 private:
  void note(Range range) {
    for (const NodeId id : program_.list(range)) {
      const Node& node = program_.nodes[id];
      if (node.kind == NodeKind::kStore) written_.push_back(program_.find_buffer(node.name));
      good_ &= ++seen_ <= kMaxParts && is_simple(node);
      if (!good_) return;
      inside_.push_back(id);
      good_ = !ir::any_expr(program_, node, [&](ExprId, const Expr& expr) {
        return ++seen_ > kMaxParts || !is_simple(expr);
      });
      for (const ir::Body& body : ir::bodies(node)) note(body.range);
    }
  }

  // Others wait for other lanes, end the invocation or are loops themselves. Storage is what costs
  // time to compile.
  bool is_simple(const Node& node) const {
    switch (node.kind) {
      case NodeKind::kLet:
      case NodeKind::kAssign:
      case NodeKind::kIf:
      case NodeKind::kBlock:
      case NodeKind::kRegion:
        return true;
      case NodeKind::kStore:
        return shared_[written_.back()];
      default:
        return false;
    }
  }

  bool is_simple(const Expr& expr) const {
    if (expr.kind == ExprKind::kLoad) return shared_[program_.find_buffer(expr.name)];
    return expr.kind != ExprKind::kAtomic;
  }

  bool is_unrollable(const Expr& load) const {
    const uint32_t buffer = program_.find_buffer(load.name);
    const bool is_written = std::ranges::find(written_, buffer) != written_.end();
    return grouped_[buffer] && !is_written && course_of(load.operands[0]) == Course::kCounts;
  }

  Course course_of(ExprId id) const {
    const Expr& expr = program_.exprs[id];
    switch (expr.kind) {
      case ExprKind::kLitU32:
        return Course::kFixed;
      case ExprKind::kInvocationId:
      case ExprKind::kWorkgroupId:
      case ExprKind::kLocalId:
        return expr.op > 2 ? Course::kUnknown : Course::kFixed;
      case ExprKind::kVar:
        return course_of_local(analysis_.declaration[id]);
      case ExprKind::kBinOp:
        return course_of_operator(expr);
      default:
        return Course::kUnknown;
    }
  }

  // A local that the loop binds itself is not there before its trip.
  Course course_of_local(NodeId local) const {
    if (local == loop_) return Course::kCounts;
    if (local == ir::kNone || analysis_.assigned[local]) return Course::kUnknown;
    const bool inside = std::ranges::find(inside_, local) != inside_.end();
    const bool is_word = analysis_.kinds[local] == KindSet(Kind::kU32);
    return inside || !is_word ? Course::kUnknown : Course::kFixed;
  }

  Course course_of_operator(const Expr& expr) const {
    const Course a = course_of(expr.operands[0]), b = course_of(expr.operands[1]);
    if (a == Course::kUnknown || b == Course::kUnknown) return Course::kUnknown;
    switch (expr.bin_op()) {
      case BinOp::kAdd:
        if (a == Course::kCounts && b == Course::kCounts) return Course::kUnknown;
        if (a == Course::kFixed && b == Course::kFixed) return Course::kFixed;
        return is_of_groups(expr.operands[a == Course::kFixed ? 0 : 1], kMaxSteps)
                   ? Course::kCounts
                   : Course::kUnknown;
      case BinOp::kSub:
      case BinOp::kMul:
      case BinOp::kShl:
      case BinOp::kShr:
      case BinOp::kBitAnd:
        return a == Course::kFixed && b == Course::kFixed ? Course::kFixed : Course::kUnknown;
      default:
        return Course::kUnknown;
    }
  }

  // Whether it looks like a multiple of four.
  bool is_of_groups(ExprId id, int steps) const {
    if (steps == 0) return false;
    const Expr& expr = program_.exprs[id];
    if (expr.kind == ExprKind::kLitU32) return expr.value % kCoarsening == 0;
    if (const NodeId local = analysis_.declaration[id]; local != ir::kNone) {
      const Node& node = program_.nodes[local];
      return node.kind == NodeKind::kLet && is_of_groups(node.exprs[0], steps - 1);
    }
    if (expr.kind != ExprKind::kBinOp) return false;
    const ExprId a = expr.operands[0], b = expr.operands[1];
    switch (expr.bin_op()) {
      case BinOp::kAdd:
      case BinOp::kSub:
        return is_of_groups(a, steps - 1) && is_of_groups(b, steps - 1);
      case BinOp::kMul:
        return is_of_groups(a, steps - 1) || is_of_groups(b, steps - 1);
      case BinOp::kShl:
        return program_.exprs[b].kind == ExprKind::kLitU32 && program_.exprs[b].value >= 2;
      default:
        return false;
    }
  }

  const Program& program_;
  const Analysis& analysis_;
  const std::vector<bool>& shared_;
  const std::vector<bool>& grouped_;
  NodeId loop_ = ir::kNone;
  std::vector<NodeId> inside_;
  std::vector<uint32_t> written_;  // buffers that the loop stores to
  std::vector<ExprId> found_;
  uint32_t seen_ = 0;
  bool good_ = true;
};

}  // namespace

UnrolledLoads find_unrolled_loads(const Program& program, const launch::BindingPlan& plan,
                                  const Analysis& analysis) {
  UnrolledLoads unrolled;
  unrolled.buffers.resize(program.buffers.size());
  if (analysis.subgroups.any || !analysis.copies.empty()) return unrolled;
  // Workgroup memory has the sizes that the program gives it, whatever the launch.
  const std::vector<bool> grouped = grouped_buffers(program, plan, {}).shared;
  if (std::ranges::find(grouped, true) == grouped.end()) return unrolled;
  std::vector<bool> shared(program.buffers.size());
  for (const launch::PlannedBinding& binding : plan.bindings) {
    shared[binding.buffer] = binding.role == launch::Role::kShared;
  }
  for (NodeId id = 0; id < program.nodes.size(); ++id) {
    if (program.nodes[id].kind != NodeKind::kLoop || analysis.kills[id]) continue;
    auto loads = UnrolledLoadsFinder(program, analysis, shared, grouped).run(id);
    for (const ExprId load : loads) {
      unrolled.buffers[program.find_buffer(program.exprs[load].name)] = true;
    }
    if (!loads.empty()) unrolled.loads.emplace(id, std::move(loads));
  }
  return unrolled;
}

}  // namespace vyre::spirv
