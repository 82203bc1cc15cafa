#include <algorithm>
#include <map>

#include "ir/program/display_name.h"
#include "ir/validate/validate.h"
#include "registry/composition/composition.h"
#include "registry/ops/called_ops.h"

namespace vyre::registry {
namespace {

template <typename... Parts>
Finding finding_of(const OpDef& op, const Parts&... parts) {
  const std::string name = concat("op ", ir::display_name(op.id));
  return {"OP-COMPOSITION", name, concat("the composition of ", name, ' ', parts...)};
}

// Finds circles and chains that are too long; each op is looked at once.
class Chains {
 public:
  Chains(const Snapshot& snapshot, std::vector<Finding>& findings)
      : snapshot_(snapshot), findings_(findings) {}

  // How many calls stand inside each other at the most, from |op| on. Circles count as one.
  uint32_t depth(const OpDef& op) {
    const auto known = depths_.find(&op);
    if (known != depths_.end()) return known->second;
    if (std::ranges::find(open_, &op) != open_.end()) return circle(op);
    if (open_.size() > kMaxCallDepth) return 1;  // reported when the first of them is left
    open_.push_back(&op);
    const uint32_t depth = 1 + deepest_call(*op.composition);
    open_.pop_back();
    depths_.emplace(&op, depth);
    if (depth == kMaxCallDepth + 1) report(op, "calls ops inside ops ", depth, " deep");
    return depth;
  }

 private:
  uint32_t deepest_call(const ir::Program& program) {
    uint32_t deepest = 0;
    for (const ir::Expr& expr : program.exprs) {
      if (expr.kind != ir::ExprKind::kCall) continue;
      const OpDef* op = snapshot_.find(program.names[expr.name]);
      if (op != nullptr && op->composition != nullptr) deepest = std::max(deepest, depth(*op));
    }
    return deepest;
  }

  uint32_t circle(const OpDef& op) {
    std::string names;
    const auto first = std::ranges::find(open_, &op);
    for (auto at = first; at != open_.end(); ++at) {
      names += concat(ir::display_name((*at)->id), " calls ");
    }
    report(op, "calls itself: ", names, ir::display_name(op.id));
    return 1;
  }

  template <typename... Parts>
  void report(const OpDef& op, const Parts&... parts) {
    findings_.push_back(finding_of(op, parts..., ". Fix: let calls end after at most ",
                                   kMaxCallDepth, " ops, without a circle"));
  }

  const Snapshot& snapshot_;
  std::vector<Finding>& findings_;
  std::vector<const OpDef*> open_;
  std::map<const OpDef*, uint32_t> depths_;
};

void check_arguments(const OpDef& op, const Snapshot& snapshot, std::vector<Finding>& findings) {
  const Status status = ir::validate(
      *op.composition,
      {.subgroup_operations = true, .distributed_collectives = true, .ops = &snapshot});
  if (status.ok()) return;
  findings.push_back(finding_of(op, "makes calls that do not suit: ", status.text()));
}

}  // namespace

std::vector<Finding> find_bad_calls(const Snapshot& snapshot) {
  std::vector<Finding> findings;
  Chains chains(snapshot, findings);
  for (const auto& op : snapshot.ops()) {
    if (op->composition == nullptr || !calls_ops(*op->composition)) continue;
    check_arguments(*op, snapshot, findings);
    chains.depth(*op);
  }
  return findings;
}

}  // namespace vyre::registry
