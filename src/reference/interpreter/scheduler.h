#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <vector>

#include "base/status/status.h"
#include "reference/compile/bytecode.h"
#include "reference/interpreter/interpreter.h"
#include "reference/interpreter/workgroup.h"

namespace vyre::reference {

// Runs a grid, a few steps at a time. Workgroups run one after another, x fastest, each until it
// has ended or all of its unfinished lanes wait at a grid barrier. When every workgroup has come
// that far, the barrier opens for all of them and the next phase begins.
//
// Within a workgroup the lanes take turns: in every round each lane that can makes one step, in
// the order of the lanes.
class Scheduler {
 public:
  enum class Progress : uint8_t { kRunning, kFinished, kFailed };

  // Fails when the grid is empty or too large to be run.
  static Status check_grid(const Bytecode& code, const std::array<uint32_t, 3>& grid);

  // |grid| has passed check_grid; of its invocations those within |shape| run. |code| and what
  // |views| show outlive the scheduler.
  Scheduler(const Bytecode& code, const std::array<uint32_t, 3>& grid,
            const std::optional<std::array<uint32_t, 3>>& shape, std::vector<BufferView> views,
            std::pmr::memory_resource* memory);

  // About |steps| steps more.
  Progress advance(uint64_t steps);

  // Why it failed.
  Status status() const { return to_status(code_, interpreter_.fault()); }

 private:
  enum class GroupProgress : uint8_t { kRunning, kAtGridBarrier, kFinished, kFailed };

  // How many lanes are in which state after a round.
  struct LaneCounts {
    uint32_t ready = 0;
    uint32_t at_barrier = 0;
    uint32_t at_grid_barrier = 0;
    uint32_t ready_lane = 0;  // one of the ready ones

    void add(LaneState state, uint32_t lane);
  };

  void enter_group();
  bool leave_group(GroupProgress progress);  // false: the whole grid has finished
  GroupProgress run_group(uint64_t* steps);
  bool round(uint64_t* steps, LaneCounts* counts);
  bool run_alone(uint32_t lane, uint64_t* steps);
  bool check_divergence();
  GroupProgress after_round(const LaneCounts& counts);
  GroupProgress end_group();
  std::array<uint32_t, 3> group_id(uint64_t index) const;

  const Bytecode& code_;  // borrowed
  const std::array<uint32_t, 3> grid_;
  const std::optional<std::array<uint32_t, 3>> shape_;
  const uint64_t group_count_;
  std::pmr::memory_resource* memory_;
  Interpreter interpreter_;
  std::vector<std::unique_ptr<Workgroup>> groups_;  // all of them, or one that is used again
  Workgroup* group_ = nullptr;                      // the one that runs, or null between two
  uint64_t index_ = 0;
  uint64_t waiting_groups_ = 0;  // at the grid barrier in this phase
  bool first_phase_ = true;
};

}  // namespace vyre::reference
