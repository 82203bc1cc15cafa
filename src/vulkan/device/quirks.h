#pragma once

#include <cstdint>
#include <optional>

#include "vulkan/device/function_tables.h"

namespace vyre::vulkan {

// What drivers do beyond what they report, or are proven to do although they do not say so.
// Everything off means: trust only what the device reports.
struct Quirks {
  // Every loop of an invocation stops silently after this many trips in total.
  std::optional<uint32_t> max_loop_trips = {};
  // The driver compiles at the first dispatch, in time that grows far faster than linearly with
  // the accesses to storage buffers; a kernel with more is refused.
  std::optional<uint32_t> max_buffer_accesses = {};
  bool preserves_f32_denormals = false;
  bool exact_f32_division = false;  // division and square root correctly rounded
  bool exact_f32_fma = false;
  bool mistakes_constant_zeros = false;   // see spirv::Target
  bool waits_at_memory_barriers = false;  // see spirv::Target
  bool wakes_all_at_timelines = false;    // who waits for one wakes at each of its signals
  // Copies on the device of so many bytes and more are quicker by a program than by the command.
  std::optional<uint64_t> min_copy_by_kernel = {};
  bool imports_at_once = false;  // host memory: in no more time than a few calls of the driver
};

Quirks quirks_of(const VkPhysicalDeviceDriverProperties& driver);

}  // namespace vyre::vulkan
