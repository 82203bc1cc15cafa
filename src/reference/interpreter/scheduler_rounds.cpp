#include <algorithm>

#include "reference/interpreter/scheduler.h"

namespace vyre::reference {

void Scheduler::LaneCounts::add(LaneState state, uint32_t lane) {
  if (state == LaneState::kReady) {
    ++ready;
    ready_lane = lane;
  }
  if (state == LaneState::kAtBarrier) ++at_barrier;
  if (state == LaneState::kAtGridBarrier) ++at_grid_barrier;
}

Scheduler::GroupProgress Scheduler::run_group(uint64_t* steps) {
  for (;;) {
    LaneCounts counts;
    if (!round(steps, &counts)) return GroupProgress::kFailed;
    const GroupProgress progress = after_round(counts);
    if (progress != GroupProgress::kRunning || *steps == 0) return progress;
  }
}

bool Scheduler::round(uint64_t* steps, LaneCounts* counts) {
  if (code_.has_subgroups) group_->take_snapshot();
  const uint32_t count = code_.lane_count();
  for (uint32_t lane = 0; lane < count; ++lane) {
    const Lane& state = group_->lanes[lane];
    if (state.state == LaneState::kReady && !interpreter_.step(lane)) return false;
    counts->add(state.state, lane);
  }
  *steps -= std::min<uint64_t>(*steps, count);
  if (!check_divergence()) return false;
  const bool alone = counts->ready == 1 && !code_.has_subgroups;
  return !alone || run_alone(counts->ready_lane, steps);
}

// While no other lane can move, rounds are steps of the one that can.
bool Scheduler::run_alone(uint32_t lane, uint64_t* steps) {
  const Lane& state = group_->lanes[lane];
  while (*steps > 1 && state.state == LaneState::kReady) {
    if (!interpreter_.step(lane)) return false;
    --*steps;
  }
  return check_divergence();
}

bool Scheduler::check_divergence() {
  if (!group_->outcomes_changed) return true;
  group_->outcomes_changed = false;
  const uint32_t branch = group_->find_divergence();
  if (branch == ir::kNone) return true;
  interpreter_.report(Fault::kDivergentBarrier, code_.tracked_branches[branch], 0);
  return false;
}

Scheduler::GroupProgress Scheduler::after_round(const LaneCounts& counts) {
  if (counts.ready != 0) return GroupProgress::kRunning;
  if (counts.at_barrier != 0 && counts.at_grid_barrier != 0) {
    interpreter_.report(Fault::kMixedBarriers, ir::kNone, 0);
    return GroupProgress::kFailed;
  }
  if (counts.at_grid_barrier != 0) return GroupProgress::kAtGridBarrier;
  if (counts.at_barrier == 0) return end_group();
  group_->release(LaneState::kAtBarrier);
  return GroupProgress::kRunning;
}

Scheduler::GroupProgress Scheduler::end_group() {
  if (group_->copies.empty()) return GroupProgress::kFinished;
  interpreter_.report(Fault::kTagLeft, ir::kNone, group_->copies.front().lane);
  return GroupProgress::kFailed;
}

}  // namespace vyre::reference
