#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "launch/launch_rules.h"

namespace vyre::kernel_host {

// What follows from the rules of a module for one launch, on the x axis.
struct LaunchShape {
  uint32_t active_workgroups = 0;     // from the first: those that have to run
  uint32_t coarsened_workgroups = 0;  // from the first: those that may run the coarsened kernel
  uint64_t overwritten_elements = 0;  // a buffer of LaunchRules::overwritten of at most so many is
};

// A grid of workgroups of |workgroup| invocations.
struct LaunchedGrid {
  std::array<uint32_t, 3> workgroup = {1, 1, 1};
  std::array<uint32_t, 3> grid = {1, 1, 1};
  std::optional<std::array<uint32_t, 3>> shape = {};  // the invocations that exist; none: all

  // How many of the first workgroups on the x axis have all their invocations.
  uint32_t whole() const {
    if (!shape) return grid[0];
    const bool has_rest = (*shape)[1] % workgroup[1] != 0 || (*shape)[2] % workgroup[2] != 0;
    return has_rest ? 0 : (*shape)[0] / workgroup[0];
  }
  uint64_t invocations() const {  // on the x axis
    return shape ? (*shape)[0] : uint64_t{grid[0]} * workgroup[0];
  }
};

// Of such a launch. |elements_of(number)| says how many elements a buffer has.
template <typename ElementsOf>
LaunchShape launch_shape(const launch::LaunchRules& rules, bool is_coarsened,
                         const LaunchedGrid& launched, ElementsOf elements_of) {
  const auto within = [&](std::span<const uint32_t> buffers) {
    uint32_t elements = rules.max_elements;
    for (const uint32_t number : buffers) elements = std::min(elements, elements_of(number));
    return elements;
  };
  LaunchShape shape;
  shape.active_workgroups = std::min(launched.grid[0], rules.active_workgroups);
  if (is_coarsened) {
    shape.coarsened_workgroups = std::min({within(rules.coarsened_within) / launched.workgroup[0],
                                           launched.whole(), shape.active_workgroups});
  }
  if (!rules.overwritten.empty()) {
    shape.overwritten_elements =
        std::min<uint64_t>(launched.invocations(), within(rules.overwritten_within));
  }
  return shape;
}

}  // namespace vyre::kernel_host
