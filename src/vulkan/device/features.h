#pragma once

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include "base/status/status.h"

namespace vyre::vulkan {

// A structure of Vulkan that has features.
struct FeatureStructure {
  std::string_view name;       // "VkPhysicalDeviceVulkan12Features"
  uint32_t type = 0;           // its VkStructureType
  std::string_view extension;  // that brings it where no core version does; or empty
};

inline constexpr FeatureStructure kFeatureStructures[] = {
    {"VkPhysicalDeviceFeatures2", 1000059000, ""}, {"VkPhysicalDeviceVulkan11Features", 49, ""},
    {"VkPhysicalDeviceVulkan12Features", 51, ""},  {"VkPhysicalDeviceVulkan13Features", 53, ""},
    {"VkPhysicalDeviceVulkan14Features", 55, ""},
#define VYRE_VULKAN_STRUCTURE(structure, name, number) {#structure, number, ""},
#define VYRE_VULKAN_EXTENSION_STRUCTURE(structure, name, number, extension) \
  {#structure, number, extension},
#include "vulkan/device/features.def"
};

// One without a name for what is none.
constexpr FeatureStructure feature_structure(std::string_view name) {
  for (const FeatureStructure& structure : kFeatureStructures) {
    if (structure.name == name) return structure;
  }
  return {};
}

// A feature of a device that we require or can use.
struct DeviceFeature {
  uint64_t bit = 0;
  std::string_view name;       // "timelineSemaphore"; ends with a NUL, like the others
  std::string_view structure;  // that has it: "VkPhysicalDeviceTimelineSemaphoreFeatures"
  std::string_view core;       // that of a core version that has it too; empty: none
  bool required = false;
};

#define VYRE_VULKAN_BASE_FEATURE(bit, name, constant, member) \
  inline constexpr uint64_t constant = uint64_t{1} << bit;
#define VYRE_VULKAN_FEATURE(bit, name, constant, member, structure, core) \
  inline constexpr uint64_t constant = uint64_t{1} << bit;
#define VYRE_VULKAN_EXTENSION_FEATURE(bit, name, constant, member, structure) \
  inline constexpr uint64_t constant = uint64_t{1} << bit;
#include "vulkan/device/features.def"

inline constexpr DeviceFeature kDeviceFeatures[] = {
#define VYRE_VULKAN_BASE_FEATURE(bit, name, constant, member) \
  {constant, #member, "VkPhysicalDeviceFeatures2", "", false},
#define VYRE_VULKAN_FEATURE(bit, name, constant, member, structure, core) \
  {constant, #member, #structure, #core, false},
#define VYRE_VULKAN_REQUIRED_FEATURE(bit, name, constant, member, structure, core) \
  {constant, #member, #structure, #core, true},
#define VYRE_VULKAN_EXTENSION_FEATURE(bit, name, constant, member, structure) \
  {constant, #member, #structure, "", false},
#include "vulkan/device/features.def"
};
inline constexpr uint64_t kAllFeatures = ~uint64_t{0} >> (64 - std::size(kDeviceFeatures));

// Of extensions none is required.
inline constexpr const char* kOptionalInstanceExtensions[] = {"VK_EXT_debug_utils"};
inline constexpr const char* kOptionalDeviceExtensions[] = {
    "VK_EXT_external_memory_host",     "VK_KHR_calibrated_timestamps",
    "VK_EXT_calibrated_timestamps",
#define VYRE_VULKAN_EXTENSION_STRUCTURE(structure, name, number, extension) extension,
#include "vulkan/device/features.def"
    "VK_KHR_shader_non_semantic_info", "VK_EXT_shader_subgroup_ballot",
    "VK_EXT_shader_subgroup_vote",     "VK_GOOGLE_decorate_string",
    "VK_GOOGLE_hlsl_functionality1",   "VK_GOOGLE_user_type",
};
inline constexpr uint32_t kMinApiVersion = uint32_t{1} << 22 | uint32_t{2} << 12;
// Of our instances; a device may be older.
inline constexpr uint32_t kMaxApiVersion = uint32_t{1} << 22 | uint32_t{3} << 12;
inline constexpr uint32_t kNeededQueueFlags = 0x2;    // VK_QUEUE_COMPUTE_BIT
inline constexpr uint32_t kNeededBufferUsage = 0x23;  // storage and both sides of a transfer

constexpr uint64_t required_features() {
  uint64_t bits = 0;
  for (const DeviceFeature& feature : kDeviceFeatures) bits |= feature.required ? feature.bit : 0;
  return bits;
}

// "timelineSemaphore, vulkanMemoryModel"
std::string feature_names(uint64_t bits);

// Which of them are on in |chain|: a VkPhysicalDeviceFeatures2 or a VkDeviceCreateInfo, with what
// hangs on it.
uint64_t features_in(const void* chain);

// Switches |bits| on wherever a structure of |chain| has them. The result is those that none has.
uint64_t switch_on(void* chain, uint64_t bits);

// The same for a chain that the host has made, which is checked before.
Result<uint64_t> read_features(const void* chain);
Result<uint64_t> enable_features(void* chain, uint64_t bits);

}  // namespace vyre::vulkan
