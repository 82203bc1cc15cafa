#pragma once

#include <array>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

#include "base/status/status.h"
#include "ir/program/program.h"
#include "launch/binding_plan.h"
#include "profile/device_profile.h"

namespace vyre::launch {

using Axes = std::array<uint32_t, 3>;

// The shape of one launch, the same for every backend.
struct Launch {
  Axes workgroup_size = {1, 1, 1};
  Axes grid = {1, 1, 1};
  // The invocations on each axis, of those of the grid, that exist; none: all.
  std::optional<Axes> shape = std::nullopt;
  uint32_t element_count = 1;              // logical elements: parameter word 0
  std::pmr::vector<uint32_t> elements_of;  // element count per binding of the plan
};

// What every launch of a kernel has in common, as far as it is known before.
struct KnownLaunch {
  std::optional<Axes> grid = std::nullopt;
  std::vector<std::optional<uint64_t>> bytes = {};  // by binding of the plan; empty: all unknown

  std::optional<uint64_t> bytes_of(size_t binding) const {
    return binding < bytes.size() ? bytes[binding] : std::nullopt;
  }
};

// Of launches that give buffers with a declared count exactly so many elements.
KnownLaunch declared_launch(const BindingPlan& plan);

// The one planner: sizes in, shape out. |byte_sizes| is parallel to the plan's bindings and says
// how many bytes each gets; entries of shared bindings are ignored. |workgroup_size| is what the
// program was compiled for; a |grid| takes the place of the planned one. Every size is checked, and
// the result fits |device| and the 32-bit arithmetic of invocation ids. |launch|: a new one.
Status plan_launch(const ir::Program& program, const BindingPlan& plan,
                   std::span<const uint64_t> byte_sizes, const Axes& workgroup_size,
                   const std::optional<Axes>& grid, const profile::DeviceProfile& device,
                   Launch& launch);

// The workgroups of |of| invocations that cover |shape|.
Axes covering_grid(const Axes& shape, const Axes& of);

// |launch|, which has workgroups of one invocation, in those of |size|: the same invocations exist.
Status choose_workgroups(const Axes& size, const profile::DeviceProfile& device, Launch& launch);

// The workgroup size that a launch runs with: |own|, the declared one or what takes its place, or
// |wanted| when the program cannot see the difference.
Result<Axes> effective_workgroup_size(const ir::Program& program, const Axes& own,
                                      const std::optional<Axes>& wanted);

// How many elements a launch is about (1 at least). |elements_of| is parallel to the bindings.
uint32_t logical_element_count(const BindingPlan& plan, std::span<const uint32_t> elements_of);

// Logical element count under an explicit grid: grid.x * workgroup.x.
Result<uint32_t> element_count_of_grid(const Axes& grid, const Axes& workgroup_size);

// The grid that covers |elements| with workgroups of a line, a square or a cube of them, by exact
// integer roots.
Result<Axes> infer_grid(uint32_t elements, const Axes& workgroup_size);

// Checks a launch in this order: zero axes, overflow of the invocation count, invocations over the
// limit, workgroup axes, range of the invocation ids. A grid may be larger than what the device
// launches at once.
Status check_launch(const Axes& workgroup_size, const Axes& grid,
                    const profile::DeviceProfile& device);

// Least r with r * r >= value, and with r * r * r >= value; exact over all 64-bit values.
uint64_t ceil_square_root(uint64_t value);
uint64_t ceil_cube_root(uint64_t value);

}  // namespace vyre::launch
