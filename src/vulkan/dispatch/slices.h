#pragma once

#include <optional>
#include <span>
#include <vector>

#include "kernel_host/grid_slices.h"

namespace vyre::vulkan {

// What a step of a sequence asks of the device.
struct StepWork {
  std::array<uint32_t, 3> grid = {0, 0, 0};  // of workgroups; none: a copy, which is short
  std::optional<double> workgroup_ns = 0;    // none: nothing is known
  bool divisible = false;                    // its grid may run in parts
};

// A step as a submission has it: all of it, or a part of its grid.
struct StepSlice {
  size_t step = 0;
  kernel_host::GridSlice grid;
  bool is_first = true;
  bool is_last = true;
};

// The steps in their order, by submission: each is estimated to take the device at most |max_ns|,
// 0: there is one. A step of which nothing is known has one to itself, so that its time tells.
std::vector<std::vector<StepSlice>> cut_steps(std::span<const StepWork> steps, uint64_t max_ns);

}  // namespace vyre::vulkan
