#include "spirv/analysis/analysis.h"

// Subgroup operations go through workgroup memory: every lane puts its operand there, all wait,
// every lane takes what it needs. So all lanes of a workgroup walk to every operation together.
// Those that take no part, because they have ended or an If sends them elsewhere, are masked: they
// give the operation the locals that they have and do nothing else.

namespace vyre::spirv {
namespace {

using ir::Expr;
using ir::ExprId;
using ir::Node;
using ir::NodeId;
using ir::NodeKind;

class SubgroupFinder {
 public:
  SubgroupFinder(const ir::Program& program, Analysis& analysis)
      : program_(program), declaration_(analysis.declaration), uses_(analysis.subgroups) {}

  void run() { list(program_.entry); }

 private:
  struct Found {
    bool operation = false;
    bool barrier = false;
  };

  Found list(ir::Range range) {
    Found found;
    for (const NodeId id : program_.list(range)) {
      const Found one = statement(id, program_.nodes[id]);
      found.operation |= one.operation;
      found.barrier |= one.barrier;
    }
    return found;
  }

  Found statement(NodeId id, const Node& node) {
    bool direct = false;
    ir::for_each_operand(node, [&](ExprId expr) { direct |= expression(expr, false); });
    Found inside;
    for (const ir::Body& body : ir::bodies(node)) {
      const Found one = list(body.range);
      inside.operation |= one.operation;
      inside.barrier |= one.barrier;
    }
    uses_.direct[id] = direct;
    uses_.inside[id] = inside.operation;
    uses_.masked[id] = node.kind == NodeKind::kIf && inside.operation && !inside.barrier;
    uses_.any |= direct;
    return {direct || inside.operation, inside.barrier || node.kind == NodeKind::kBarrier};
  }

  bool expression(ExprId id, bool in_operand) {
    const Expr& expr = program_.exprs[id];
    const NodeId local = declaration_[id];
    if (in_operand && local != ir::kNone) uses_.read[local] = true;
    bool found = !ir::subgroup_operation(expr.kind).empty();
    const bool operands_of_one = in_operand || found;
    ir::for_each_operand(program_, expr,
                         [&](ExprId operand) { found |= expression(operand, operands_of_one); });
    return found;
  }

  const ir::Program& program_;
  const std::vector<NodeId>& declaration_;
  SubgroupUses& uses_;
};

}  // namespace

SubgroupUses::SubgroupUses(const ir::Program& program)
    : direct(program.nodes.size()),
      inside(program.nodes.size()),
      masked(program.nodes.size()),
      read(program.nodes.size()) {}

void find_subgroup_uses(const ir::Program& program, Analysis& analysis) {
  SubgroupFinder(program, analysis).run();
}

}  // namespace vyre::spirv
