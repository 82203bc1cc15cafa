#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profile/device_profile.h"
#include "vulkan/device/features.h"
#include "vulkan/device/function_tables.h"
#include "vulkan/device/plain_types.h"

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
  bool mistakes_constant_zeros = false;   // see DeviceProfile
  bool waits_at_memory_barriers = false;  // see DeviceProfile
  bool wakes_all_at_timelines = false;    // who waits for one wakes at each of its signals
  // Copies on the device of so many bytes and more are quicker by a program than by the command.
  std::optional<uint64_t> min_copy_by_kernel = {};
  bool imports_at_once = false;  // host memory: in no more time than a few calls of the driver
};

Quirks quirks_of(const VkPhysicalDeviceDriverProperties& driver);

// A physical device, usable or not, with everything that is asked of it, once, when the instance is
// opened.
struct PhysicalDevice {
  VkPhysicalDevice handle = VK_NULL_HANDLE;
  std::string id;  // "vulkan:<uuid>"
  profile::DeviceProfile profile;
  std::vector<std::string> missing;  // requirements it lacks, by name; empty = usable
  Quirks quirks;
  uint32_t api_version = 0;  // that it can be used with
  VkPhysicalDeviceLimits limits{};
  VkPhysicalDeviceFloatControlsProperties floats{};
  std::array<uint8_t, VK_UUID_SIZE> pipeline_cache_uuid{};
  VkPhysicalDeviceMemoryProperties memory{};
  uint32_t compute_family = 0;        // counts only when nothing is missing
  uint32_t timestamp_valid_bits = 0;  // of the compute family
  uint64_t features = 0;  // of features.h, as the device offers them: those left are enabled
  uint64_t left_off = 0;  // of the host's device: those that it could have
  std::vector<const char*> extensions;             // of features.h, those it has: they are enabled
  VkSubgroupFeatureFlags subgroup_operations = 0;  // of compute
  bool sets_subgroup_size = false;                 // a compute kernel may choose it
  uint32_t max_workgroup_subgroups = 0;            // of such a kernel
  // The extension that sets its clock against the system's steady one; null: the device lacks it.
  const char* calibrated_timestamps = nullptr;
  uint64_t host_import_alignment = 0;  // of VK_EXT_external_memory_host; 0: the device lacks it
};

// Success, or the requirements that |device| lacks, by name.
Status check_usable(const PhysicalDevice& device);

// Puts into the profile what follows from the features that are left on in |device|.
void describe_enabled_features(PhysicalDevice& device);

// Makes |family| the one whose queue is used. Refuses one that is not there or does not compute.
Status use_queue_family(const InstanceTable& vk, PhysicalDevice& device, uint32_t family);

PhysicalDevice describe_device(const InstanceTable& vk, VkPhysicalDevice handle);

}  // namespace vyre::vulkan
