#include <algorithm>

#include "ir/program/display_name.h"
#include "spirv/analysis/analysis.h"
#include "spirv/module/diagnostic_path.h"

// Barriers and control flow.
//
// Every invocation of a workgroup has to execute every barrier, those included that have ended.
// Let a *decision* be an If or a Loop, and let it depend on the locals that its condition or bounds
// read; a local depends on the locals that its values read and on the decisions that enclose its
// assignments; a decision depends on the decisions around it.
//   1. Whatever depends on a load, an atomic or an invocation's id may vary within a workgroup.
//   2. No barrier may stand under a decision that may vary.
//   3. Whatever a decision around a barrier depends on is executed uniformly.
// By 1 and 2 the statements of 3 load nothing and write no memory, so ended invocations may
// execute them. A subgroup operation is a barrier too, but an If around it that is a mask
// (SubgroupUses) is no decision: all invocations walk through it.

namespace vyre::spirv {
namespace {

using ir::Expr;
using ir::ExprId;
using ir::ExprKind;
using ir::kNone;
using ir::Node;
using ir::NodeId;
using ir::NodeKind;

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

bool varies_by_itself(ExprKind kind) {
  return kind == ExprKind::kLoad || kind == ExprKind::kInvocationId || kind == ExprKind::kLocalId ||
         kind == ExprKind::kAtomic || !ir::subgroup_operation(kind).empty();
}

bool is_decision(const Node& node) {
  return node.kind == NodeKind::kIf || node.kind == NodeKind::kLoop;
}

// Builds the dependencies of the whole program and answers from them.
class UniformityFinder {
 public:
  UniformityFinder(const ir::Program& program, Analysis& analysis)
      : program_(program),
        analysis_(analysis),
        influences_(program.nodes.size()),
        depends_(program.nodes.size()),
        varying_(program.nodes.size()),
        needed_(program.nodes.size()) {}

  Status run() {
    collect(program_.entry);
    influences_.spread(varying_);
    depends_.spread(needed_);
    VYRE_RETURN_IF_ERROR(check(ir::Body{program_.entry, "body"}));
    mark(program_.entry);
    return {};
  }

 private:
  struct Decision {
    NodeId node;
    size_t depth;  // of its path
  };

  void depend(NodeId fact, NodeId on) {
    influences_.add(on, fact);
    depends_.add(fact, on);
  }

  void collect(ir::Range range) {
    for (const NodeId id : program_.list(range)) collect(id, program_.nodes[id]);
  }

  void collect(NodeId id, const Node& node) {
    const bool waits = node.kind == NodeKind::kBarrier || analysis_.subgroups.direct[id];
    if (waits && !walked_.empty()) needed_[walked_.back()] = true;
    if (const NodeId fact = fact_of(id, node); fact != kNone) collect_fact(fact, node);
    const bool masks = analysis_.subgroups.masked[id];
    if (is_decision(node)) enclosing_.push_back(id);
    if (is_decision(node) && !masks) walked_.push_back(id);
    for (const ir::Body& body : ir::bodies(node)) collect(body.range);
    if (is_decision(node)) enclosing_.pop_back();
    if (is_decision(node) && !masks) walked_.pop_back();
  }

  // The decision that |node| is or the local that it writes; kNone for all else.
  NodeId fact_of(NodeId id, const Node& node) const {
    if (node.kind == NodeKind::kAssign) return analysis_.target[id];
    return node.kind == NodeKind::kLet || is_decision(node) ? id : kNone;
  }

  // |fact|, a local or a decision, depends on what |node| reads and on what encloses it.
  void collect_fact(NodeId fact, const Node& node) {
    const auto& around = node.kind == NodeKind::kAssign ? enclosing_ : walked_;
    if (!around.empty()) depend(fact, around.back());
    ir::for_each_operand(node, [&](ExprId expr) { collect_reads(fact, expr); });
  }

  void collect_reads(NodeId fact, ExprId id) {
    const Expr& expr = program_.exprs[id];
    if (varies_by_itself(expr.kind)) varying_[fact] = true;
    if (analysis_.declaration[id] != kNone) depend(fact, analysis_.declaration[id]);
    ir::for_each_operand(program_, expr, [&](ExprId operand) { collect_reads(fact, operand); });
  }

  Status check(const ir::Body& body) {
    size_t index = 0;
    for (const NodeId id : program_.list(body.range)) {
      const DiagnosticPath::Scope here(path_, body.name, index++);
      VYRE_RETURN_IF_ERROR(check(id, program_.nodes[id]));
    }
    return {};
  }

  Status check(NodeId id, const Node& node) {
    if (node.kind == NodeKind::kBarrier) return check_barrier("barrier");
    if (analysis_.subgroups.direct[id]) VYRE_RETURN_IF_ERROR(check_barrier(operation_of(node)));
    const bool decides = is_decision(node) && !analysis_.subgroups.masked[id];
    if (decides) decisions_.push_back({id, path_.depth()});
    for (const ir::Body& body : ir::bodies(node)) VYRE_RETURN_IF_ERROR(check(body));
    if (decides) decisions_.pop_back();
    return {};
  }

  std::string_view operation_of(const Node& node) const {
    std::string_view found;
    ir::for_each_operand(node, [&](ExprId expr) {
      if (found.empty()) found = operation_of(expr);
    });
    return found;
  }

  std::string_view operation_of(ExprId id) const {
    const Expr& expr = program_.exprs[id];
    std::string_view found = ir::subgroup_operation(expr.kind);
    ir::for_each_operand(program_, expr, [&](ExprId operand) {
      if (found.empty()) found = operation_of(operand);
    });
    return found;
  }

  Status check_barrier(std::string_view what_waits) const {
    const auto varying =
        std::ranges::find_if(decisions_, [&](Decision d) { return varying_[d.node]; });
    if (varying == decisions_.end()) return {};
    const Node& node = program_.nodes[varying->node];
    const std::string_view what =
        node.kind == NodeKind::kIf ? "the condition of the If" : "a bound of the Loop";
    return fail(Code::kUnsupportedFeature, what_waits, " at ", path_.text(), ": ", what, " at ",
                path_.text(varying->depth), " depends on ", cause(node),
                ", which may differ within a workgroup, and every invocation has to reach a "
                "barrier. Fix: move the barrier out of it, or decide by values that are the same "
                "for the whole workgroup");
  }

  // The first thing a decision reads that varies.
  std::string cause(const Node& node) const {
    std::string text;
    ir::for_each_operand(node, [&](ExprId expr) {
      if (text.empty()) text = cause(expr);
    });
    return text;
  }

  std::string cause(ExprId id) const {
    const Expr& expr = program_.exprs[id];
    if (expr.kind == ExprKind::kInvocationId) return "the invocation id";
    if (expr.kind == ExprKind::kLocalId) return "the local id";
    const NodeId local = analysis_.declaration[id];
    if (local != kNone && varying_[local]) return concat("local ", name(expr));
    if (expr.kind == ExprKind::kLoad) return concat("a load of ", name(expr));
    if (expr.kind == ExprKind::kAtomic) return concat("an atomic on ", name(expr));
    if (!ir::subgroup_operation(expr.kind).empty()) return "a subgroup operation";
    std::string text;
    ir::for_each_operand(program_, expr, [&](ExprId operand) {
      if (text.empty()) text = cause(operand);
    });
    return text;
  }

  std::string name(const Expr& expr) const { return ir::display_name(program_.names[expr.name]); }

  bool mark(ir::Range range) {
    bool any = false;
    for (const NodeId id : program_.list(range)) any |= mark(id, program_.nodes[id]);
    return any;
  }

  bool mark(NodeId id, const Node& node) {
    const NodeId fact = fact_of(id, node);
    bool is_uniform_at = node.kind == NodeKind::kBarrier || analysis_.subgroups.direct[id] ||
                         (fact != kNone && needed_[fact]);
    for (const ir::Body& body : ir::bodies(node)) is_uniform_at |= mark(body.range);
    analysis_.uniform[id] = is_uniform_at;
    return is_uniform_at;
  }

  const ir::Program& program_;
  Analysis& analysis_;
  Graph influences_;
  Graph depends_;
  std::vector<bool> varying_;      // by local or decision
  std::vector<bool> needed_;       // by local or decision: a barrier depends on it
  std::vector<NodeId> enclosing_;  // decisions
  std::vector<NodeId> walked_;     // those that are no masks
  std::vector<Decision> decisions_;
  DiagnosticPath path_;
};

}  // namespace

Status find_uniformity(const ir::Program& program, Analysis& analysis) {
  return UniformityFinder(program, analysis).run();
}

}  // namespace vyre::spirv
