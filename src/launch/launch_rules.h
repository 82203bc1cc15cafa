#pragma once

#include <cstdint>
#include <vector>

namespace vyre::launch {

// What launches need of a kernel's module beside its words. Buffers are meant by their number among
// those that are not workgroup memory; of some only elements within bounds count: those that each
// buffer of a list has, and |max_elements| at most.
struct LaunchRules {
  uint32_t max_elements = UINT32_MAX;
  // Of the coarsened kernel: workgroup g on the x axis may run it when the first (g + 1) times
  // width of a workgroup elements are within the bounds of these.
  std::vector<uint32_t> coarsened_within = {};
  // Buffers that hold nothing of what they were filled with once the kernel is over, and of which
  // it reads nothing; empty: none. Holds of those with at most as many elements as there are
  // invocations on the x axis and the bounds of |overwritten_within| allow.
  std::vector<bool> overwritten = {};
  std::vector<uint32_t> overwritten_within = {};
  // On the x axis, from the first; others change nothing and need not run.
  uint32_t active_workgroups = UINT32_MAX;
};

}  // namespace vyre::launch
