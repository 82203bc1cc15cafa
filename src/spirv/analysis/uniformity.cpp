#include "ir/program/display_name.h"
#include "ir/program/statement_path.h"
#include "spirv/analysis/analysis.h"

// Barriers and control flow.
//
// Every invocation of a workgroup has to execute every barrier, those included that have ended.
// Let a *decision* be an If or a Loop, and let it depend on the locals that its condition or bounds
// read; a local depends on the locals that its values read and on the decisions that enclose its
// assignments; a decision depends on the decisions around it.
//   1. Whatever depends on an atomic, a call, an invocation's id, or a load of what the kernel
//      writes may vary within a workgroup.
//   2. No barrier may stand under a decision that may vary.
//   3. Whatever a decision around a barrier depends on is executed uniformly.
// By 1 and 2 the statements of 3 load nothing that changes and write no memory, so ended
// invocations may execute them. A subgroup operation is a barrier too, but an If around it that is
// a mask (SubgroupUses) is no decision: all invocations walk through it.

namespace vyre::spirv {
namespace {

class Graph {
 public:
  explicit Graph(size_t size) : successors_(size) {}

  void add(NodeId from, NodeId to) { successors_[from].push_back(to); }

  // Marks all that can be reached from the marked ones.
  void spread(std::vector<bool>& marked) const {
    std::vector<NodeId> pending;
    for (NodeId id = 0; id < marked.size(); ++id) {
      if (marked[id]) pending.push_back(id);
    }
    while (!pending.empty()) {
      const NodeId from = pending.back();
      pending.pop_back();
      for (const NodeId to : successors_[from]) {
        if (marked[to]) continue;
        marked[to] = true;
        pending.push_back(to);
      }
    }
  }

 private:
  std::vector<std::vector<NodeId>> successors_;
};

bool is_decision(const Node& node) {
  return node.kind == NodeKind::kIf || node.kind == NodeKind::kLoop;
}

// Builds the dependencies of the whole program and answers from them.
class UniformityFinder {
 public:
  UniformityFinder(const Program& program, Analysis& analysis)
      : program_(program),
        analysis_(analysis),
        influences_(program.nodes.size()),
        depends_(program.nodes.size()),
        varying_(program.nodes.size()),
        needed_(program.nodes.size()) {}

  Status run() {
    ir::walk(program_, program_.entry, Around{},
             [&](NodeId id, const Node& node, Around around) { return collect(id, node, around); });
    influences_.spread(varying_);
    depends_.spread(needed_);
    VYRE_RETURN_IF_ERROR(check());
    analysis_.uniform = ir::flag_upward(program_, [&](NodeId id, const Node& node) {
      const NodeId fact = fact_of(id, node);
      return waits(id, node) || (fact != ir::kNone && needed_[fact]);
    });
    return {};
  }

 private:
  // The innermost decisions around a list; ir::kNone: none.
  struct Around {
    NodeId any = ir::kNone;
    NodeId walked = ir::kNone;  // that is no mask
  };

  void depend(NodeId fact, NodeId on) {
    influences_.add(on, fact);
    depends_.add(fact, on);
  }

  bool waits(NodeId id, const Node& node) const {
    return node.kind == NodeKind::kBarrier || analysis_.subgroups.direct[id];
  }

  bool walks_into(NodeId id, const Node& node) const {
    return is_decision(node) && !analysis_.subgroups.masked[id];
  }

  Around collect(NodeId id, const Node& node, const Around& around) {
    if (waits(id, node) && around.walked != ir::kNone) needed_[around.walked] = true;
    if (const NodeId fact = fact_of(id, node); fact != ir::kNone) collect_fact(fact, node, around);
    if (!is_decision(node)) return around;
    return {id, walks_into(id, node) ? id : around.walked};
  }

  // The decision that |node| is or the local that it writes; ir::kNone for all else.
  NodeId fact_of(NodeId id, const Node& node) const {
    if (node.kind == NodeKind::kAssign) return analysis_.target[id];
    return node.kind == NodeKind::kLet || is_decision(node) ? id : ir::kNone;
  }

  // Whatever its operands are.
  bool varies_by_itself(const Expr& expr) const {
    if (expr.kind == ExprKind::kLoad) {
      const uint32_t buffer = program_.find_buffer(expr.name);
      return buffer == ir::kNone || analysis_.written[buffer];
    }
    return expr.kind == ExprKind::kInvocationId || expr.kind == ExprKind::kLocalId ||
           expr.kind == ExprKind::kAtomic || expr.kind == ExprKind::kCall ||
           expr.kind == ExprKind::kSubgroupLocalId || ir::is_subgroup_operation(expr.kind);
  }

  // |fact|, a local or a decision, depends on what |node| reads and on what encloses it.
  void collect_fact(NodeId fact, const Node& node, const Around& around) {
    const NodeId outer = node.kind == NodeKind::kAssign ? around.any : around.walked;
    if (outer != ir::kNone) depend(fact, outer);
    ir::for_each_expr(program_, node, [&](ExprId id, const Expr& expr) {
      if (varies_by_itself(expr)) varying_[fact] = true;
      if (analysis_.declaration[id] != ir::kNone) depend(fact, analysis_.declaration[id]);
    });
  }

  // |varying|: the outermost decision around that may vary.
  Status check() const {
    Status status;
    ir::walk(program_, program_.entry, ir::kNone, [&](NodeId id, const Node& node, NodeId varying) {
      if (status.ok() && varying != ir::kNone && waits(id, node))
        status = refuse(id, node, varying);
      return varying == ir::kNone && walks_into(id, node) && varying_[id] ? id : varying;
    });
    return status;
  }

  Status refuse(NodeId id, const Node& node, NodeId varying) const {
    const Node& decision = program_.nodes[varying];
    const std::string_view what =
        decision.kind == NodeKind::kIf ? "the condition of the If" : "a bound of the Loop";
    return fail(Code::kUnsupportedFeature, what_waits(node), " at ",
                ir::statement_path(program_, id), ": ", what, " at ",
                ir::statement_path(program_, varying), " depends on ", cause(decision),
                ", which may differ within a workgroup, and every invocation has to reach a "
                "barrier. Fix: move the barrier out of it, or decide by values that are the same "
                "for the whole workgroup");
  }

  std::string_view what_waits(const Node& node) const {
    std::string_view found;
    ir::any_expr(program_, node, [&](ExprId, const Expr& expr) {
      if (ir::is_subgroup_operation(expr.kind)) found = ir::subgroup_operation(expr);
      return !found.empty();
    });
    return found.empty() ? "barrier" : found;
  }

  // The first thing a decision reads that varies.
  std::string cause(const Node& node) const {
    std::string text;
    ir::any_expr(program_, node, [&](ExprId id, const Expr& expr) {
      text = cause(id, expr);
      return !text.empty();
    });
    return text;
  }

  std::string cause(ExprId id, const Expr& expr) const {
    if (expr.kind == ExprKind::kInvocationId) return "the invocation id";
    if (expr.kind == ExprKind::kLocalId) return "the local id";
    const NodeId local = analysis_.declaration[id];
    if (local != ir::kNone && varying_[local]) return concat("local ", name(expr));
    if (!varies_by_itself(expr)) return "";
    if (expr.kind == ExprKind::kLoad) return concat("a load of ", name(expr));
    if (expr.kind == ExprKind::kAtomic) return concat("an atomic on ", name(expr));
    if (expr.kind == ExprKind::kCall) return concat("a call of ", name(expr));
    return "a subgroup operation";
  }

  std::string name(const Expr& expr) const { return ir::display_name(program_.names[expr.name]); }

  const Program& program_;
  Analysis& analysis_;
  Graph influences_;
  Graph depends_;
  std::vector<bool> varying_;  // by local or decision
  std::vector<bool> needed_;   // by local or decision: a barrier depends on it
};

}  // namespace

Status find_uniformity(const Program& program, Analysis& analysis) {
  return UniformityFinder(program, analysis).run();
}

}  // namespace vyre::spirv
