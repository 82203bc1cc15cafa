#pragma once

#include <cstdint>
#include <optional>

#include "profile/device_profile.h"

namespace vyre::spirv {

// Ways to give the same bytes faster (docs/lowering.md). They are for tests: a program never sees
// which of them ran.
enum class OptimizationMode : uint8_t {
  kAutomatic,  // where they are expected to pay
  kNone,
  kAll,  // wherever they are sound
};

// What the device offers and how exact it is; see design of the lowering in docs/lowering.md.
struct Target {
  // Where f32 denormals are not preserved, every product is checked for one edge; exact division
  // stands for square root and reciprocal too.
#define VYRE_LOWERED_FEATURE(bit, name, field, vulkan, words) bool field = false;
#include "profile/features.def"
  bool signed_zero_inf_nan_preserve = false;  // float controls execution modes may be emitted
  bool denorm_preserve_mode = false;
  bool rounding_rte_mode = false;
  // The device's compiler takes 0 * x for 0, x / 0 for anything and 0 + x for x when the zero is a
  // constant, whatever the decorations say, and a choice between the words of -1.0 and 0 for one
  // between -1.0 and -0; then no operand of f32 arithmetic and no word to choose is a constant.
  bool mistakes_constant_zeros = false;
  // The device's compiler makes invocations wait for each other wherever memory is ordered, around
  // ordered atomics too; then atomics are relaxed.
  bool waits_at_memory_barriers = false;
  // A module has a coarsened kernel where no program can tell and at least this many invocations of
  // a workgroup are left; 0: never.
  uint32_t min_coarsened_invocations = 0;
  std::optional<uint32_t> max_loop_trips;  // every loop gets a limit trap when set
  uint32_t workgroup_memory_bytes = 0;
  OptimizationMode optimizations = OptimizationMode::kAutomatic;
};

// What a profile says of it.
inline Target target_of(const profile::DeviceProfile& profile) {
  Target target;
#define VYRE_LOWERED_FEATURE(bit, name, field, vulkan, words) target.field = profile.field;
#include "profile/features.def"
  target.mistakes_constant_zeros = profile.mistakes_constant_zeros;
  target.waits_at_memory_barriers = profile.waits_at_memory_barriers;
  target.max_loop_trips = profile.max_loop_trips;
  target.workgroup_memory_bytes = profile.workgroup_memory_bytes;
  return target;
}

}  // namespace vyre::spirv
