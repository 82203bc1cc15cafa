#include "reference/interpreter/scheduler.h"

#include <algorithm>
#include <cfenv>
#include <utility>

namespace vyre::reference {
namespace {

// IEEE arithmetic while it lives: round to nearest, subnormals kept. A host may have set its
// threads otherwise.
class FloatEnvironment {
 public:
  FloatEnvironment() {
    std::fegetenv(&saved_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~FloatEnvironment() { std::fesetenv(&saved_); }
  FloatEnvironment(const FloatEnvironment&) = delete;
  FloatEnvironment& operator=(const FloatEnvironment&) = delete;

 private:
  std::fenv_t saved_;
};

// All workgroups of a grid with barriers keep their state at once.
Status check_resident_state(const Bytecode& code, uint64_t groups) {
  uint64_t bytes = 0;
  const bool overflow = __builtin_mul_overflow(groups, Workgroup::state_bytes(code), &bytes);
  if (!overflow && bytes <= kMaxResidentStateBytes) return {};
  return fail(Code::kCooperativeResidency, "grid barrier over ", groups, " workgroups of ",
              code.lane_count(), " invocations: their state exceeds ", kMaxResidentStateBytes,
              " bytes. Fix: launch fewer workgroups.");
}

}  // namespace

Status Scheduler::check_grid(const Bytecode& code, const std::array<uint32_t, 3>& grid) {
  uint64_t groups = 1;
  bool overflow = false;
  for (size_t axis = 0; axis < 3; ++axis) {
    if (grid[axis] == 0) {
      return fail(Code::kInvalidArgument, "grid ", axes_text(grid), ": axis ", axis,
                  " is 0. Fix: launch at least one workgroup on every axis.");
    }
    if (uint64_t{grid[axis]} * code.workgroup_size[axis] > uint64_t{1} << 32) {
      return fail(Code::kDispatchFailed, "grid ", axes_text(grid), " of workgroups of ",
                  axes_text(code.workgroup_size), ": invocation ids of axis ", axis,
                  " exceed 32 bits. Fix: launch fewer workgroups.");
    }
    overflow = overflow || __builtin_mul_overflow(groups, uint64_t{grid[axis]}, &groups);
  }
  if (overflow) {
    return fail(Code::kInvalidArgument, "grid ", axes_text(grid),
                ": more than 2^64 workgroups. Fix: launch fewer workgroups.");
  }
  return code.has_grid_barrier ? check_resident_state(code, groups) : Status();
}

Scheduler::Scheduler(const Bytecode& code, const std::array<uint32_t, 3>& grid,
                     const std::optional<std::array<uint32_t, 3>>& shape,
                     std::vector<BufferView> views, std::pmr::memory_resource* memory)
    : code_(code),
      grid_(grid),
      shape_(shape),
      group_count_(uint64_t{grid[0]} * grid[1] * grid[2]),
      memory_(memory),
      interpreter_(code, std::move(views), memory),
      groups_(code.has_grid_barrier ? group_count_ : 1) {}

Scheduler::Progress Scheduler::advance(uint64_t steps) {
  const FloatEnvironment environment;
  while (steps != 0) {
    if (group_ == nullptr) enter_group();
    const GroupProgress progress = run_group(&steps);
    if (progress == GroupProgress::kFailed) return Progress::kFailed;
    if (progress == GroupProgress::kRunning) return Progress::kRunning;
    if (!leave_group(progress)) return Progress::kFinished;
  }
  return Progress::kRunning;
}

void Scheduler::enter_group() {
  std::unique_ptr<Workgroup>& slot = groups_[code_.has_grid_barrier ? index_ : 0];
  if (slot == nullptr) slot = std::make_unique<Workgroup>(code_, memory_);
  if (first_phase_) {
    slot->start(group_id(index_));
    if (shape_) slot->finish_beyond(*shape_);
  } else {
    slot->release(LaneState::kAtGridBarrier);
  }
  group_ = slot.get();
  interpreter_.enter(*group_);
}

// Goes to the next workgroup with work to do, or opens the grid barrier.
bool Scheduler::leave_group(GroupProgress progress) {
  group_ = nullptr;
  if (progress == GroupProgress::kAtGridBarrier) {
    ++waiting_groups_;
  } else if (code_.has_grid_barrier) {
    groups_[index_].reset();
  }
  ++index_;
  while (!first_phase_ && index_ < group_count_ && groups_[index_] == nullptr) ++index_;
  if (index_ < group_count_) return true;
  if (waiting_groups_ == 0) return false;
  waiting_groups_ = 0;
  first_phase_ = false;
  index_ = 0;
  while (groups_[index_] == nullptr) ++index_;
  return true;
}

std::array<uint32_t, 3> Scheduler::group_id(uint64_t index) const {
  return {static_cast<uint32_t>(index % grid_[0]),
          static_cast<uint32_t>(index / grid_[0] % grid_[1]),
          static_cast<uint32_t>(index / grid_[0] / grid_[1])};
}

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
