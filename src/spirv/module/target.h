#pragma once

#include <cstdint>

#include "profile/device_profile.h"

namespace vyre::spirv {

// Ways to give the same bytes faster (docs/lowering.md). They are for tests: a program never sees
// which of them ran.
enum class OptimizationMode : uint8_t {
  kAutomatic,  // where they are expected to pay
  kNone,
  kAll,  // wherever they are sound
};

// How many neighbors one invocation does the work of in an elementwise program.
inline constexpr uint32_t kCoarsening = 4;

// What code is made for (docs/lowering.md): a device, and what else tells how its code looks.
struct Target : profile::DeviceProfile {
  // A module has a coarsened kernel where no program can tell and at least this many invocations of
  // a workgroup are left; 0: never.
  uint32_t min_coarsened_invocations = 0;
  OptimizationMode optimizations = OptimizationMode::kAutomatic;
};

}  // namespace vyre::spirv
