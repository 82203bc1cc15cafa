#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "launch/launch_rules.h"

namespace vyre::kernel_host {

// What follows from the rules of a module for one launch, on the x axis.
struct LaunchShape {
  uint32_t active_workgroups = 0;     // from the first: those that have to run
  uint32_t coarsened_workgroups = 0;  // from the first: those that may run the coarsened kernel
  uint64_t overwritten_elements = 0;  // a buffer of LaunchRules::overwritten of at most so many is
};

// Of a launch of |workgroups| that have |width| invocations each. |elements_of(number)| says how
// many elements a buffer has.
template <typename ElementsOf>
LaunchShape launch_shape(const launch::LaunchRules& rules, bool is_coarsened, uint32_t workgroups,
                         uint32_t width, ElementsOf elements_of) {
  const auto within = [&](std::span<const uint32_t> buffers) {
    uint32_t elements = rules.max_elements;
    for (const uint32_t number : buffers) elements = std::min(elements, elements_of(number));
    return elements;
  };
  LaunchShape shape;
  shape.active_workgroups = std::min(workgroups, rules.active_workgroups);
  if (is_coarsened) {
    shape.coarsened_workgroups =
        std::min(within(rules.coarsened_within) / width, shape.active_workgroups);
  }
  if (!rules.overwritten.empty()) {
    shape.overwritten_elements =
        std::min<uint64_t>(uint64_t{workgroups} * width, within(rules.overwritten_within));
  }
  return shape;
}

}  // namespace vyre::kernel_host
