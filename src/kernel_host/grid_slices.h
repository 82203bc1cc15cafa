#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace vyre::kernel_host {

// The workgroups from |first| up to |end| on each axis.
struct GridSlice {
  std::array<uint32_t, 3> first = {0, 0, 0};
  std::array<uint32_t, 3> end = {0, 0, 0};

  uint64_t workgroups() const {
    return uint64_t{end[0] - first[0]} * (end[1] - first[1]) * (end[2] - first[2]);
  }
};

// Cuts a grid into parts one after the other, each workgroup into one of them: whole layers, else
// whole rows of a layer, else pieces of a row.
class GridSlices {
 public:
  explicit GridSlices(const std::array<uint32_t, 3>& grid) : grid_(grid) {}

  bool done() const { return next_[2] >= grid_[2]; }
  GridSlice next(uint64_t max_workgroups);  // at least one workgroup; only unless done()

 private:
  const std::array<uint32_t, 3> grid_;
  std::array<uint32_t, 3> next_ = {0, 0, 0};  // the first workgroup of the next part
};

// What a step of a sequence asks of the device.
struct StepWork {
  std::array<uint32_t, 3> grid = {0, 0, 0};  // of workgroups; none: a copy, which is short
  std::optional<double> workgroup_ns = 0;    // none: nothing is known
  bool divisible = false;                    // its grid may run in parts
};

// A step as a submission has it: all of it, or a part of its grid.
struct StepSlice {
  size_t step = 0;
  GridSlice grid;
  bool is_first = true;
  bool is_last = true;
};

// The steps in their order, by submission: each is estimated to take the device at most |max_ns|,
// 0: there is one. A step of which nothing is known has one to itself, so that its time tells.
std::vector<std::vector<StepSlice>> cut_steps(std::span<const StepWork> steps, uint64_t max_ns);

}  // namespace vyre::kernel_host
