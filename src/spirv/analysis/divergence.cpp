#include "spirv/analysis/analysis.h"

namespace vyre::spirv {
namespace {

constexpr uint32_t kWidth = 32;
constexpr int kMaxPasses = 8;

// Passes over the program until nothing changes.
class Uniformity {
 public:
  Uniformity(const Program& program, std::optional<std::array<uint32_t, 3>> of_subgroups,
             const Analysis& analysis)
      : program_(program),
        of_subgroups_(of_subgroups),
        analysis_(analysis),
        divergent_(program.nodes.size()) {}

  std::vector<bool> run() {
    for (int pass = 0; pass < kMaxPasses; ++pass) {
      changed_ = false;
      ir::walk(program_, program_.entry, false, [&](NodeId id, const Node& node, bool apart) {
        statement(id, node, apart);
        return apart || divergent_[id];
      });
      if (!changed_) return std::move(divergent_);
    }
    return std::vector<bool>(divergent_.size(), true);
  }

 private:
  void mark(NodeId fact, bool is_divergent) {
    if (!is_divergent || divergent_[fact]) return;
    divergent_[fact] = changed_ = true;
  }

  // |apart|: some lanes of a subgroup may be here and others not.
  void statement(NodeId id, const Node& node, bool apart) {
    bool reads_differing = false;
    ir::for_each_operand(node, [&](ExprId expr) { reads_differing |= is_divergent(expr); });
    const NodeId target = node.kind == NodeKind::kAssign ? analysis_.target[id] : ir::kNone;
    if (target != ir::kNone) mark(target, reads_differing || apart);
    const bool is_fact =
        node.kind == NodeKind::kLet || node.kind == NodeKind::kIf || node.kind == NodeKind::kLoop;
    if (is_fact) mark(id, reads_differing);
  }

  bool is_divergent(ExprId id) const {
    const Expr& expr = program_.exprs[id];
    switch (expr.kind) {
      case ExprKind::kInvocationId:
      case ExprKind::kLocalId:
      case ExprKind::kSubgroupLocalId:
      case ExprKind::kAtomic:
      case ExprKind::kCall:
        return true;
      case ExprKind::kVar:
        return divergent_[analysis_.declaration[id]];
      case ExprKind::kSubgroupReduce:
      case ExprKind::kSubgroupBallot:
        return !of_subgroups_;
      case ExprKind::kSubgroupShuffle:
        return !of_subgroups_ || is_divergent(expr.operands[1]);
      case ExprKind::kLoad: {
        const uint32_t buffer = program_.find_buffer(expr.name);
        if (buffer == ir::kNone || analysis_.written[buffer]) return true;
        break;
      }
      case ExprKind::kBinOp:
        if (of_subgroups_ && is_subgroup_number(expr)) return false;
        break;
      default:
        break;
    }
    bool any = false;
    ir::for_each_operand(program_, expr, [&](ExprId operand) { any |= is_divergent(operand); });
    return any;
  }

  // x / 32 and its like, of an index that counts lanes.
  bool is_subgroup_number(const Expr& expr) const {
    const Expr& divisor = program_.exprs[expr.operands[1]];
    if (divisor.kind != ExprKind::kLitU32) return false;
    const bool divides =
        expr.bin_op() == BinOp::kDiv && divisor.value != 0 && divisor.value % kWidth == 0;
    const bool shifts =
        expr.bin_op() == BinOp::kShr && divisor.value >= 5 && divisor.value < kWidth;
    return (divides || shifts) && counts_lanes(expr.operands[0]);
  }

  bool counts_lanes(ExprId id) const {
    const Expr& expr = program_.exprs[id];
    if (expr.kind == ExprKind::kVar) {
      const NodeId local = analysis_.declaration[id];
      return program_.nodes[local].kind == NodeKind::kLet && !analysis_.assigned[local] &&
             counts_lanes(program_.nodes[local].exprs[0]);
    }
    const bool is_id = expr.kind == ExprKind::kLocalId || expr.kind == ExprKind::kInvocationId;
    if (!is_id || expr.op != 0) return false;
    const auto& size = *of_subgroups_;
    const bool one_row = size[1] == 1 && size[2] == 1;
    return size[0] % kWidth == 0 || (one_row && expr.kind == ExprKind::kLocalId);
  }

  const Program& program_;
  const std::optional<std::array<uint32_t, 3>> of_subgroups_;  // their workgroup, or all of it
  const Analysis& analysis_;
  std::vector<bool> divergent_;
  bool changed_ = false;
};

}  // namespace

std::vector<bool> find_divergence(const Program& program,
                                  std::optional<std::array<uint32_t, 3>> of_subgroups,
                                  const Analysis& analysis) {
  return Uniformity(program, of_subgroups, analysis).run();
}

}  // namespace vyre::spirv
