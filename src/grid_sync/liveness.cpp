#include "grid_sync/liveness.h"

#include <set>
#include <unordered_map>

#include "ir/program/display_name.h"
#include "ir/program/statement_path.h"
#include "ir/program/visit.h"

namespace vyre::grid_sync {
namespace {

// Larger values are cheaper to keep than to compute again.
constexpr uint32_t kMaxRecomputed = 16;  // expressions

// What a statement does with what was declared before it.
struct Uses {
  std::set<NodeId> locals;    // reads or assigns
  std::set<uint32_t> shared;  // buffers of workgroup memory
  std::set<NameId> issued;
  std::set<NameId> waited;  // tags of asynchronous copies
};

// What keeps a local with that expression in it from being computed again; empty: nothing.
std::string_view obstacle_of(const BarrierFacts& facts, ExprId id, const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kLoad:
      return "it is loaded";
    case ExprKind::kAtomic:
      return "an atomic operation returned it";
    case ExprKind::kCall:
    case ExprKind::kOpaque:
      return "a call returned it";
    case ExprKind::kSubgroupReduce:
    case ExprKind::kSubgroupBallot:
    case ExprKind::kSubgroupShuffle:
    case ExprKind::kSubgroupLocalId:
    case ExprKind::kSubgroupSize:
      return "it comes from the subgroup";
    case ExprKind::kVar: {
      const NodeId source = facts.declaration[id];
      const bool changes = source == kNone || facts.assigned[source];
      return changes ? "it is made of a local that is assigned" : "";
    }
    default:
      return {};
  }
}

class Search {
 public:
  Search(const Program& program, const BarrierFacts& facts, const ControlPath& path)
      : program_(program), facts_(facts), path_(path) {}

  Result<Liveness> run() {
    result_.cuts.resize(path_.cuts);
    result_.opens_value.resize(path_.steps.size());
    backward();
    VYRE_RETURN_IF_ERROR(forward());
    return std::move(result_);
  }

 private:
  void backward() {
    size_t cut = path_.cuts;
    for (size_t i = path_.steps.size(); i-- > 0;) {
      const Step& step = path_.steps[i];
      if (step.kind == Step::Kind::kStatement) statement(step.node);
      if (step.kind == Step::Kind::kCut) keep(result_.cuts[--cut]);
      if (step.kind == Step::Kind::kOpen) result_.opens_value[i] = live_.erase(step.node) != 0;
    }
  }

  void statement(NodeId id) {
    live_.erase(id);
    const Uses& uses = uses_of(id);
    live_.insert(uses.locals.begin(), uses.locals.end());
    live_shared_.insert(uses.shared.begin(), uses.shared.end());
  }

  const Uses& uses_of(NodeId id) {
    const auto [found, is_new] = uses_.try_emplace(id);
    Uses& uses = found->second;
    if (!is_new) return uses;
    std::set<NodeId> declared;
    ir::walk(program_, id, [&](NodeId inside, const Node& node) {
      if (node.kind == NodeKind::kLet || node.kind == NodeKind::kLoop) declared.insert(inside);
      if (facts_.target[inside] != kNone) uses.locals.insert(facts_.target[inside]);
      note_buffer(node, uses);
      ir::for_each_expr(program_, node, [&](ExprId expr, const Expr& part) {
        if (facts_.declaration[expr] != kNone) uses.locals.insert(facts_.declaration[expr]);
        if (part.kind == ExprKind::kLoad) note_shared(part.name, uses);
      });
    });
    for (const NodeId local : declared) uses.locals.erase(local);
    return uses;
  }

  void note_buffer(const Node& node, Uses& uses) const {
    const bool is_copy = node.kind == NodeKind::kAsyncLoad || node.kind == NodeKind::kAsyncStore;
    if (is_copy) uses.issued.insert(node.tag);
    if (node.kind == NodeKind::kAsyncWait) uses.waited.insert(node.tag);
    if (node.kind == NodeKind::kStore || is_copy) note_shared(node.name, uses);
    if (is_copy) note_shared(node.name2, uses);
  }

  void note_shared(NameId name, Uses& uses) const {
    const uint32_t buffer = program_.find_buffer(name);
    if (buffer == kNone || program_.buffers[buffer].access != ir::Access::kWorkgroup) return;
    uses.shared.insert(buffer);
  }

  void keep(Cut& cut) {
    std::vector<NodeId> pending(live_.begin(), live_.end());
    std::set<NodeId> recomputed;
    while (!pending.empty()) {
      const NodeId local = pending.back();
      pending.pop_back();
      const bool is_kept = !why_kept(program_, facts_, local).empty();
      if (is_kept || !recomputed.insert(local).second) continue;
      live_.erase(local);
      const Node& node = program_.nodes[local];
      if (node.kind == NodeKind::kLoop) continue;
      ir::for_each_expr(program_, node, [&](ExprId id, const Expr&) {
        const NodeId source = facts_.declaration[id];
        const bool is_new = source != kNone && !recomputed.contains(source);
        if (is_new && live_.insert(source).second) pending.push_back(source);
      });
    }
    cut.spilled.assign(live_.begin(), live_.end());
    cut.recomputed.assign(recomputed.begin(), recomputed.end());
    cut.shared.assign(live_shared_.begin(), live_shared_.end());
  }

  // What is still unknown going back: which memory was touched before a cut, who has returned.
  Status forward() {
    size_t cut = 0;
    std::set<uint32_t> touched;
    std::set<NameId> under_way;
    bool may_be_dead = false;
    for (const Step& step : path_.steps) {
      if (step.kind == Step::Kind::kStatement) {
        const Uses& uses = uses_of(step.node);
        touched.insert(uses.shared.begin(), uses.shared.end());
        under_way.insert(uses.issued.begin(), uses.issued.end());
        for (const NameId tag : uses.waited) under_way.erase(tag);
        may_be_dead = may_be_dead || facts_.has_return[step.node];
      }
      if (step.kind != Step::Kind::kCut) continue;
      VYRE_RETURN_IF_ERROR(check(step, under_way, may_be_dead));
      Cut& here = result_.cuts[cut];
      here.may_be_dead = may_be_dead;
      std::erase_if(here.shared, [&](uint32_t buffer) { return !touched.contains(buffer); });
      take_known(path_.known[cut++], here);
    }
    return {};
  }

  static void take_known(const std::map<NodeId, KnownValue>& known, Cut& cut) {
    std::erase_if(cut.spilled, [&](NodeId local) {
      const auto found = known.find(local);
      if (found == known.end()) return false;
      cut.known.insert(*found);
      return true;
    });
  }

  Status check(const Step& step, const std::set<NameId>& under_way, bool may_be_dead) const {
    if (!under_way.empty()) {
      return fail(Code::kUnsupportedFeature, "the asynchronous copy ",
                  ir::display_name(program_.names[*under_way.begin()]),
                  " is under way at the grid barrier at ", ir::statement_path(program_, step.node),
                  ". Fix: wait for it before the barrier");
    }
    if (may_be_dead && facts_.has_subgroup_operations) {
      return fail(Code::kUnsupportedFeature,
                  "Subgroup operations read the locals of invocations that have returned, and some "
                  "may have before the grid barrier at ",
                  ir::statement_path(program_, step.node), ". Fix: let no invocation return early");
    }
    return {};
  }

  const Program& program_;
  const BarrierFacts& facts_;
  const ControlPath& path_;
  std::unordered_map<NodeId, Uses> uses_;
  std::set<NodeId> live_;
  std::set<uint32_t> live_shared_;
  Liveness result_;
};

}  // namespace

std::string_view why_kept(const Program& program, const BarrierFacts& facts, NodeId local) {
  const Node& node = program.nodes[local];
  if (node.kind == NodeKind::kLoop) return {};  // the host knows it
  if (facts.assigned[local]) return "it is assigned";
  uint32_t left = kMaxRecomputed;
  std::string_view found;
  ir::any_expr(program, node, [&](ExprId id, const Expr& expr) {
    found = left-- == 0 ? "it takes long to compute" : obstacle_of(facts, id, expr);
    return !found.empty();
  });
  return found;
}

Result<Liveness> find_live(const Program& program, const BarrierFacts& facts,
                           const ControlPath& path) {
  return Search(program, facts, path).run();
}

}  // namespace vyre::grid_sync
