#include "grid_sync/control_path.h"

#include <string>

#include "ir/program/display_name.h"
#include "ir/program/statement_path.h"
#include "ir/program/visit.h"

namespace vyre::grid_sync {
namespace {

// A path takes memory; a program that needs more steps than this has no sensible plan.
constexpr size_t kMaxSteps = size_t{1} << 22;

class Walker {
 public:
  Walker(const Program& program, const BarrierFacts& facts, const Launch& launch, uint32_t most,
         KnownIfs known_ifs)
      : program_(program),
        facts_(facts),
        max_segments_(most),
        known_ifs_(known_ifs),
        known_(program, facts, launch) {}

  Result<ControlPath> run() {
    VYRE_RETURN_IF_ERROR(list(program_.entry));
    return std::move(path_);
  }

 private:
  Status list(Range range) {
    for (const NodeId id : program_.list(range)) {
      VYRE_RETURN_IF_ERROR(statement(id));
      if (ended_) break;
    }
    return {};
  }

  Status statement(NodeId id) {
    const Node& node = program_.nodes[id];
    if (facts_.has_grid_barrier[id]) return enter(id, node);
    if (node.kind == NodeKind::kReturn) {
      ended_ = true;  // every invocation that comes here
      return {};
    }
    if (returns_on_the_way(id, node) || is_decided(node)) return enter(id, node);
    note_values(id, node);
    return add({Step::Kind::kStatement, id, 0});
  }

  // A return that the host sees coming ends the walk.
  bool returns_on_the_way(NodeId id, const Node& node) const {
    if (!facts_.has_return[id]) return false;
    if (node.kind == NodeKind::kIf) return known_.value_of(node.exprs[0]).has_value();
    return node.kind == NodeKind::kBlock || node.kind == NodeKind::kRegion;
  }

  bool is_decided(const Node& node) const {
    return known_ifs_ == KnownIfs::kDecided && node.kind == NodeKind::kIf &&
           known_.value_of(node.exprs[0]).has_value();
  }

  Status enter(NodeId id, const Node& node) {
    switch (node.kind) {
      case NodeKind::kBarrier:
        return cut(id);
      case NodeKind::kIf:
        return branch(id, node);
      case NodeKind::kLoop:
        return loop(id, node);
      default:
        return scope(id, node.body, 0);
    }
  }

  Status cut(NodeId id) {
    if (++path_.cuts >= max_segments_) {
      return fail(Code::kUnsupportedFeature, "the program passes more than ", max_segments_ - 1,
                  " grid barriers, the last at ", ir::statement_path(program_, id),
                  ". Fix: dispatch a part of the loop at a time");
    }
    note_known();
    return add({Step::Kind::kCut, id, 0});
  }

  void note_known() {
    std::map<NodeId, KnownValue>& here = path_.known.emplace_back();
    for (const auto& [local, value] : known_.values()) {
      if (facts_.assigned[local]) here.emplace(local, value);
    }
    noted_ += here.size();
  }

  Status scope(NodeId id, Range body, uint32_t value) {
    VYRE_RETURN_IF_ERROR(add({Step::Kind::kOpen, id, value}));
    VYRE_RETURN_IF_ERROR(list(body));
    return add({Step::Kind::kClose, id, 0});
  }

  Status branch(NodeId id, const Node& node) {
    const std::optional<KnownValue> condition = known_.value_of(node.exprs[0]);
    if (!condition) return refuse(id, "an If whose condition", node.exprs[0]);
    return scope(id, condition->bits != 0 ? node.body : node.otherwise, 0);
  }

  Status loop(NodeId id, const Node& node) {
    const std::optional<KnownValue> from = known_.value_of(node.exprs[0]);
    if (!from) return refuse(id, "a Loop whose first value", node.exprs[0]);
    const std::optional<KnownValue> to = known_.value_of(node.exprs[1]);
    if (!to) return refuse(id, "a Loop whose end", node.exprs[1]);
    for (uint32_t i = from->bits; i < to->bits && !ended_; ++i) {
      known_.set(id, KnownValue{DataType::kU32, i});
      VYRE_RETURN_IF_ERROR(scope(id, node.body, i));
    }
    return {};
  }

  void note_values(NodeId id, const Node& node) {
    if (node.kind == NodeKind::kLet) return known_.set(id, known_.value_of(node.exprs[0]));
    if (node.kind == NodeKind::kAssign && facts_.target[id] != kNone) {
      return known_.set(facts_.target[id], known_.value_of(node.exprs[0]));
    }
    if (node.kind == NodeKind::kBlock || node.kind == NodeKind::kRegion) {
      return note_values(node.body);
    }
    const bool is_if = node.kind == NodeKind::kIf;
    if (const auto condition = is_if ? known_.value_of(node.exprs[0]) : std::nullopt) {
      return note_values(condition->bits != 0 ? node.body : node.otherwise);
    }
    ir::walk(program_, id, [&](NodeId inside, const Node&) {
      if (facts_.target[inside] != kNone) known_.set(facts_.target[inside], std::nullopt);
    });
  }

  void note_values(Range list) {
    for (const NodeId id : program_.list(list)) note_values(id, program_.nodes[id]);
  }

  Status add(const Step& step) {
    path_.steps.push_back(step);
    if (path_.steps.size() + noted_ < kMaxSteps) return {};
    return fail(Code::kUnsupportedFeature, "the loops around grid barriers take more than ",
                kMaxSteps, " steps, at ", ir::statement_path(program_, step.node),
                ". Fix: dispatch a part of the loop at a time");
  }

  Status refuse(NodeId id, std::string_view what, ExprId value) const {
    return fail(Code::kUnsupportedFeature, "the grid barrier at ",
                ir::statement_path(program_, first_barrier(id)), " stands in ", what, " ",
                why(value),
                ", so that the grid cannot be known to arrive as a whole. Fix: make it depend on "
                "literals, buffer lengths and loop variables alone, or launch one workgroup");
  }

  NodeId first_barrier(NodeId id) const {
    NodeId found = id;
    ir::for_each_child(program_, program_.nodes[id], [&](NodeId child) {
      if (found == id && facts_.has_grid_barrier[child]) found = first_barrier(child);
    });
    return found;
  }

  // What makes |value| unknown: its first unknown part that has no unknown parts itself.
  std::string why(ExprId value) const {
    const Expr& expr = program_.exprs[value];
    std::string inner;
    ir::for_each_operand(program_, expr, [&](ExprId operand) {
      if (inner.empty() && !known_.value_of(operand)) inner = why(operand);
    });
    if (!inner.empty() && expr.kind != ExprKind::kLoad) return inner;
    switch (expr.kind) {
      case ExprKind::kVar:
        return concat("reads local ", ir::display_name(program_.names[expr.name]));
      case ExprKind::kLoad:
        return concat("loads from buffer ", ir::display_name(program_.names[expr.name]));
      case ExprKind::kWorkgroupId:
        return concat("reads the workgroup id on axis ", uint32_t{expr.op});
      default:
        return "is computed on the device";
    }
  }

  const Program& program_;
  const BarrierFacts& facts_;
  const uint32_t max_segments_;
  const KnownIfs known_ifs_;
  KnownLocals known_;
  ControlPath path_;
  size_t noted_ = 0;    // known locals, over all cuts
  bool ended_ = false;  // by a Return
};

}  // namespace

Result<ControlPath> walk(const Program& program, const BarrierFacts& facts, const Launch& launch,
                         uint32_t max_segments, KnownIfs known_ifs) {
  return Walker(program, facts, launch, max_segments, known_ifs).run();
}

}  // namespace vyre::grid_sync
