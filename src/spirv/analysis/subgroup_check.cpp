#include <optional>

#include "ir/program/display_name.h"
#include "ir/program/statement_path.h"
#include "spirv/analysis/analysis.h"
#include "spirv/analysis/step_costs.h"

// Rounds and subgroup operations.
//
// In every round each lane makes one step. A subgroup operation evaluates its operand for all lanes
// of the subgroup, from the locals that they have at the start of the round, wherever they are.
// The kernel evaluates it where each lane comes to the operation itself. That is the same when
//   1. lanes that come to it come at most |skew| rounds apart, and none of the locals that the
//      operand reads is written that close to the operation, neither before nor behind it;
//   2. lanes that an If around it sends elsewhere write none of them until the others are there;
//   3. what the operand loads is written by nobody, or all lanes of the workgroup come in one
//      round.
// Lanes that have returned keep the locals they had.

namespace vyre::spirv {
namespace {

constexpr Steps kMaxSteps = 1024;  // that are looked at around an operation

// What the operands of the subgroup operations of one statement use.
struct Operands {
  std::string_view operation;
  std::vector<NameId> locals;
  bool has_atomic = false;
  bool loads_written = false;
};

class SubgroupCheck {
 public:
  SubgroupCheck(const Program& program, const std::array<uint32_t, 3>& size,
                const Analysis& analysis)
      : program_(program),
        analysis_(analysis),
        divergent_(find_divergence(program, size, analysis)),
        costs_(program, divergent_),
        divergent_in_workgroup_(find_divergence(program, std::nullopt, analysis)),
        workgroup_costs_(program, divergent_in_workgroup_),
        declared_(program.names.size()) {
    for (const Node& node : program.nodes) {
      if (node.kind == NodeKind::kLet || node.kind == NodeKind::kLoop) ++declared_[node.name];
      has_return_ |= node.kind == NodeKind::kReturn;
    }
  }

  Status run() { return list({program_.entry, "body"}, nullptr, {}); }

 private:
  // How far lanes may be apart.
  struct Skew {
    Steps subgroup = 0;
    Steps workgroup = 0;
  };
  // A list around the operation.
  struct Frame {
    Range range;
    const Node* parent;
    size_t index = 0;
  };
  // An If around it that lanes of a subgroup may decide differently.
  struct Fork {
    size_t depth;  // of the list that it stands in
    Range elsewhere;
    Steps rounds = 1;  // at most, from its test to where the walk is
  };

  Status list(const ir::Body& body, const Node* parent, Skew skew) {
    frames_.push_back({body.range, parent});
    size_t index = 0;
    for (const NodeId id : program_.list(body.range)) {
      frames_.back().index = index++;
      VYRE_RETURN_IF_ERROR(statement(id, program_.nodes[id], skew));
      advance(skew.subgroup, costs_.of(id));
      advance(skew.workgroup, workgroup_costs_.of(id));
      for (Fork& fork : forks_) fork.rounds = plus(fork.rounds, costs_.of(id).most);
    }
    frames_.pop_back();
    return {};
  }

  static void advance(Steps& skew, const Cost& cost) {
    skew = cost.waits ? cost.skew : plus(skew, cost.skew);
  }

  Status statement(NodeId id, const Node& node, const Skew& skew) {
    if (analysis_.subgroups.direct[id]) VYRE_RETURN_IF_ERROR(operation(id, node, skew));
    if (!analysis_.subgroups.inside[id]) return {};
    const std::vector<Fork> outer = forks_;
    for (Fork& fork : forks_) fork.rounds = plus(fork.rounds, steps_into(node));
    masks_ += analysis_.subgroups.masked[id] ? 1 : 0;
    const auto [then, otherwise] = ir::bodies(node);
    VYRE_RETURN_IF_ERROR(arm(id, node, then, otherwise.range, skew));
    VYRE_RETURN_IF_ERROR(arm(id, node, otherwise, then.range, skew));
    masks_ -= analysis_.subgroups.masked[id] ? 1 : 0;
    forks_ = outer;
    return {};
  }

  Status arm(NodeId id, const Node& node, const ir::Body& body, Range elsewhere, Skew skew) {
    const bool forks = node.kind == NodeKind::kIf && divergent_[id];
    if (forks) forks_.push_back({frames_.size() - 1, elsewhere});
    if (node.kind == NodeKind::kLoop) {
      skew.subgroup = skew_in_loop(skew.subgroup, node, costs_);
      skew.workgroup = skew_in_loop(skew.workgroup, node, workgroup_costs_);
    }
    VYRE_RETURN_IF_ERROR(list(body, &node, skew));
    if (forks) forks_.pop_back();
    return {};
  }

  // The largest at the start of any trip.
  static Steps skew_in_loop(Steps before, const Node& loop, const StepCosts& costs) {
    const Cost body = costs.of_list(loop.body);
    if (body.skew == 0) return before;
    if (body.waits) return std::max(before, body.skew);
    const Steps count = costs.trips(loop);
    return plus(before, times(count == 0 ? 0 : count - 1, body.skew));
  }

  // The most steps from that of |node| to the first of one of its bodies.
  Steps steps_into(const Node& node) const {
    if (node.kind != NodeKind::kLoop) return 1;
    const Steps count = std::max<Steps>(costs_.trips(node), 1);
    return plus(2, times(count - 1, plus(2, costs_.of_list(node.body).most)));
  }

  Status operation(NodeId id, const Node& node, const Skew& skew) {
    Operands operands;
    ir::for_each_expr(program_, node, [&](ExprId, const Expr& expr) { collect(expr, operands); });
    const auto refuse = [&](std::string_view why) {
      return fail(Code::kUnsupportedFeature, operands.operation, " at ",
                  ir::statement_path(program_, id), ": ", why,
                  ". Fix: bind what it needs to locals well before it, let all invocations come to "
                  "it alike, or run the program on the CPU oracle");
    };
    if (operands.has_atomic) {
      return refuse("its operand holds an atomic, which every lane would execute for all lanes");
    }
    if (skew.subgroup >= kMaxSteps) {
      return refuse("lanes of one subgroup may come to it any number of rounds apart");
    }
    if (operands.loads_written && !loads_are_still(node, skew)) {
      return refuse(
          "its operand loads memory that the kernel writes, and other lanes may write it "
          "before or in the same round");
    }
    if (const NameId name = unsettled(id, node, operands, skew.subgroup); name != ir::kNone) {
      return refuse(concat("other lanes may bind or assign local ",
                           ir::display_name(program_.names[name]),
                           " in the rounds in which lanes come to it"));
    }
    return {};
  }

  // |expr|: if it is an operation, what its operand uses.
  void collect(const Expr& expr, Operands& found) const {
    if (!ir::is_subgroup_operation(expr.kind)) return;
    if (found.operation.empty()) found.operation = ir::subgroup_operation(expr);
    const auto note = [&](ExprId, const Expr& part) {
      if (part.kind == ExprKind::kVar) found.locals.push_back(part.name);
      if (part.kind == ExprKind::kAtomic) found.has_atomic = true;
      if (part.kind != ExprKind::kLoad) return;
      const uint32_t buffer = program_.find_buffer(part.name);
      found.loads_written |= buffer != ir::kNone && analysis_.written[buffer];
    };
    ir::for_each_operand(program_, expr,
                         [&](ExprId operand) { ir::for_each_expr(program_, operand, note); });
  }

  // Whether all lanes of the workgroup load before any of them writes.
  bool loads_are_still(const Node& node, const Skew& skew) const {
    if (skew.workgroup != 0 || masks_ != 0) return false;
    if (node.kind == NodeKind::kStore) return false;
    return !ir::any_expr(program_, node,
                         [](ExprId, const Expr& expr) { return expr.kind == ExprKind::kAtomic; });
  }

  // A local that lanes may write too close to the operation; ir::kNone when there is none.
  NameId unsettled(NodeId id, const Node& node, const Operands& operands, Steps skew) const {
    for (const NameId name : operands.locals) {
      if (has_return_ && declared_[name] > 1) return name;  // which one a returned lane has
      const WriteDistances writes(program_, costs_, name, kMaxSteps);
      if (skew != 0 && (behind(writes) <= skew || after(id, node, writes) < skew)) return name;
      for (const Fork& fork : forks_) {
        const Steps rounds = plus(fork.rounds, skew);
        if (rounds >= kMaxSteps || elsewhere(fork, writes) < rounds) return name;
      }
    }
    return ir::kNone;
  }

  Steps after(NodeId id, const Node& node, const WriteDistances& writes) const {
    if (ir::bodies(node)[0].range.count == 0 && ir::bodies(node)[1].range.count == 0) {
      if (writes.ahead(node) != kForever) return 0;
      return onwards(frames_.size() - 1, 0, writes);
    }
    const Steps inside = writes.ahead(node);  // its first step is the operation's
    return std::min(inside - 1, onwards(frames_.size() - 1, costs_.of(id).least - 1, writes));
  }

  Steps elsewhere(const Fork& fork, const WriteDistances& writes) const {
    const Cost arm = costs_.of_list(fork.elsewhere);
    const Steps inside = writes.ahead(fork.elsewhere, 0);
    if (arm.returns) return inside;
    return std::min(inside, onwards(fork.depth, plus(arm.least, 1), writes));
  }

  // Steps to the next write behind the statement at which the list at |depth| is, |before| steps
  // on.
  Steps onwards(size_t depth, Steps before, const WriteDistances& writes) const {
    Steps nearest = kForever;
    for (;; --depth) {
      const Frame& frame = frames_[depth];
      nearest = std::min(nearest, writes.ahead(frame.range, frame.index + 1, before));
      const auto rest = program_.list(frame.range).subspan(frame.index + 1);
      for (const NodeId id : rest) {
        if (costs_.of(id).waits || costs_.of(id).returns) return nearest;
        before = plus(before, costs_.of(id).least);
      }
      if (depth == 0 || before >= kMaxSteps) return nearest;
      const bool is_loop = frame.parent->kind == NodeKind::kLoop;
      const bool ends =
          writes.declares(frame.range) || (is_loop && writes.writes(frame.parent->name));
      if (ends) nearest = std::min(nearest, plus(before, 1));
      if (is_loop) nearest = std::min(nearest, writes.ahead(frame.parent->body, 0, before + 2));
      before = plus(before, is_loop ? 2 : 1);
    }
  }

  // Steps from the last write before the operation to it.
  Steps behind(const WriteDistances& writes) const {
    Steps nearest = kForever;
    Steps distance = 1;
    for (size_t depth = frames_.size(); depth-- > 0;) {
      const Frame& frame = frames_[depth];
      nearest = std::min(nearest, writes.behind(frame.range, frame.index, distance));
      for (size_t i = frame.index; i > 0; --i) {
        const Cost& cost = costs_.of(program_.list(frame.range)[i - 1]);
        if (cost.waits) return nearest;
        distance = plus(distance, cost.least);
      }
      if (depth == 0 || distance >= kMaxSteps) return nearest;
      const bool is_loop = frame.parent->kind == NodeKind::kLoop;
      if (is_loop) nearest = std::min(nearest, header_or_trip(*frame.parent, distance, writes));
      distance = plus(distance, is_loop ? 2 : 1);
    }
    return nearest;
  }

  // The header binds the index, the trip before it may write at its end.
  static Steps header_or_trip(const Node& loop, Steps distance, const WriteDistances& writes) {
    if (writes.writes(loop.name)) return distance;
    return writes.behind(loop.body, loop.body.count, plus(distance, 2));
  }

  const Program& program_;
  const Analysis& analysis_;
  const std::vector<bool> divergent_;
  const StepCosts costs_;
  const std::vector<bool> divergent_in_workgroup_;
  const StepCosts workgroup_costs_;
  std::vector<uint32_t> declared_;  // by name: how often it is bound in the program
  bool has_return_ = false;
  std::vector<Frame> frames_;
  std::vector<Fork> forks_;
  uint32_t masks_ = 0;  // Ifs around the walk that are masks
};

}  // namespace

Status check_subgroups(const Program& program, const std::array<uint32_t, 3>& workgroup_size,
                       const Analysis& analysis) {
  if (!analysis.subgroups.any) return {};
  return SubgroupCheck(program, workgroup_size, analysis).run();
}

}  // namespace vyre::spirv
