#include "grid_features.h"

#include <algorithm>

#include "differential/model/types.h"
#include "grid_sync/control_path.h"
#include "grid_sync/liveness.h"
#include "grid_sync/spill_buffers.h"
#include "ir/program/visit.h"
#include "launch/layout.h"

namespace vyre::differential {
namespace {

using grid_sync::BarrierFacts;
using grid_sync::ControlPath;
using grid_sync::Cut;
using grid_sync::Liveness;
using grid_sync::SpillBuffers;
using grid_sync::Step;
using ir::ExprKind;
using ir::NodeKind;

constexpr uint32_t kMaxSegments = 16384;

class Looking {
 public:
  Looking(const ir::Program& program, const BarrierFacts& facts, std::set<std::string>& features)
      : program_(program), facts_(facts), features_(features) {}

  void look_at(const ControlPath& path, const Liveness& live) {
    for (size_t i = 0; i < path.steps.size(); ++i) {
      const Step& step = path.steps[i];
      if (step.kind == Step::Kind::kOpen) open(step.node, live.opens_value[i]);
      if (step.kind == Step::Kind::kClose) open_.pop_back();
      if (step.kind == Step::Kind::kCut) cut(live.cuts[cuts_++]);
      if (step.kind == Step::Kind::kStatement && has_atomic(step.node)) {
        note(cuts_ == 0 ? "grid.atomic_before" : "grid.atomic_after");
      }
    }
    if (cuts_ > 2) note("grid.several_barriers");
  }

 private:
  void note(std::string feature) { features_.insert(std::move(feature)); }

  void open(ir::NodeId node, bool opens_value) {
    open_.push_back(node);
    if (opens_value) note("grid.loop_variable");
  }

  void cut(const Cut& cut) {
    std::for_each(open_.begin(), open_.end(), [&](ir::NodeId node) { around(node); });
    const auto is_loop = [&](ir::NodeId node) {
      return program_.nodes[node].kind == NodeKind::kLoop;
    };
    if (std::count_if(open_.begin(), open_.end(), is_loop) > 1) note("grid.nested_loop");
    for (const ir::NodeId local : cut.spilled) spilled(local);
    for (const ir::NodeId local : cut.recomputed) {
      note(is_loop(local) ? "grid.loop_variable" : "grid.recomputed_local");
    }
    if (!cut.shared.empty()) note("grid.workgroup_memory");
    if (cut.may_be_dead) note("grid.dead");
    if (cut.may_be_dead && !cut.shared.empty()) note("grid.dead_with_workgroup_memory");
  }

  void around(ir::NodeId id) {
    const ir::Node& node = program_.nodes[id];
    if (node.kind == NodeKind::kBlock) note("grid.block");
    if (node.kind == NodeKind::kRegion) note("grid.region");
    if (node.kind == NodeKind::kIf) note(in_else(node) ? "grid.known_else" : "grid.known_if");
    if (node.kind != NodeKind::kLoop) return;
    note("grid.loop");
    if (contains(node.exprs[1], ExprKind::kBufLen)) note("grid.loop_to_length");
    if (contains(node.exprs[1], ExprKind::kVar)) note("grid.loop_to_local");
  }

  // An If on the path whose barriers all stand in the other branch is not told apart.
  bool in_else(const ir::Node& node) const {
    const auto list = program_.list(node.body);
    return std::none_of(list.begin(), list.end(),
                        [&](ir::NodeId child) { return facts_.has_grid_barrier[child]; });
  }

  void spilled(ir::NodeId local) {
    if (facts_.assigned[local]) note("grid.spilled_assigned_local");
    const auto& kept = facts_.kept[local];
    if (!kept) return;
    if (kept->is_truth) note("grid.spilled_truth");
    note(concat("grid.kept as ", ir::type_name(program_.types, kept->element)));
    const ir::Expr& value = program_.exprs[program_.nodes[local].exprs[0]];
    if (value.kind != ExprKind::kLoad) return;
    const uint32_t buffer = program_.find_buffer(value.name);
    const std::string type = ir::type_name(program_.types, program_.buffers[buffer].element);
    note(concat("grid.kept ", type));
  }

  bool contains(ir::ExprId id, ExprKind kind) const {
    bool found = program_.exprs[id].kind == kind;
    ir::for_each_operand(program_, program_.exprs[id],
                         [&](ir::ExprId operand) { found = found || contains(operand, kind); });
    return found;
  }

  bool has_atomic(ir::NodeId id) const {
    const ir::Node& node = program_.nodes[id];
    bool found = false;
    ir::for_each_operand(
        node, [&](ir::ExprId value) { found = found || contains(value, ExprKind::kAtomic); });
    ir::for_each_child(program_, node,
                       [&](ir::NodeId child) { found = found || has_atomic(child); });
    return found;
  }

  const ir::Program& program_;
  const BarrierFacts& facts_;
  std::set<std::string>& features_;
  std::vector<ir::NodeId> open_;
  size_t cuts_ = 0;
};

// What the launch gives each buffer: its inputs, else the declared count.
std::vector<uint32_t> lengths_of(const ir::Program& program, const Case& sketch) {
  std::vector<uint32_t> lengths;
  for (size_t i = 0; i < sketch.buffers.size(); ++i) {
    const ir::Buffer& buffer = program.buffers[i];
    const std::vector<Bytes>& inputs = sketch.buffers[i].inputs;
    const uint64_t bits = ir::bit_width(program.types, buffer.element).value_or(8);
    const uint32_t count = buffer.count != 0 || inputs.empty()
                               ? buffer.count
                               : static_cast<uint32_t>(inputs[0].size() * 8 / bits);
    lengths.push_back(launch::told_length(program.types, buffer, count));
  }
  return lengths;
}

}  // namespace

Status add_grid_features(const ir::Program& program, Case& sketch) {
  const BarrierFacts facts(program);
  const std::vector<uint32_t> lengths = lengths_of(program, sketch);
  const grid_sync::Launch launch{sketch.grid, sketch.workgroup, lengths};
  VYRE_ASSIGN_OR_RETURN(
      const ControlPath path,
      grid_sync::walk(program, facts, launch, kMaxSegments, grid_sync::KnownIfs::kStay));
  VYRE_ASSIGN_OR_RETURN(const Liveness live, grid_sync::find_live(program, facts, path));
  VYRE_ASSIGN_OR_RETURN(const SpillBuffers hidden,
                        grid_sync::plan_hidden(program, facts, launch, live.cuts));
  if (!hidden.locals.empty()) sketch.features.insert("grid.spilled_local");
  Looking(program, facts, sketch.features).look_at(path, live);
  const auto axes = 3 - std::count(sketch.grid.begin(), sketch.grid.end(), 1u);
  sketch.features.insert(concat("grid.", axes, "-D"));
  return {};
}

}  // namespace vyre::differential
