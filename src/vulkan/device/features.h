#pragma once

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include "base/status/status.h"

namespace vyre::vulkan {

// VkStructureType of the structures that have features.
constexpr uint32_t structure_type(std::string_view structure) {
  constexpr struct {
    std::string_view name;
    uint32_t type;
  } kTypes[] = {{"VkPhysicalDeviceFeatures2", 1000059000},
                {"VkPhysicalDeviceVulkan11Features", 49},
                {"VkPhysicalDeviceVulkan12Features", 51},
                {"VkPhysicalDeviceVulkan13Features", 53},
                {"VkPhysicalDevice16BitStorageFeatures", 1000083000},
                {"VkPhysicalDevice8BitStorageFeatures", 1000177000},
                {"VkPhysicalDeviceShaderFloat16Int8Features", 1000082000},
                {"VkPhysicalDeviceShaderAtomicInt64Features", 1000180000},
                {"VkPhysicalDeviceShaderIntegerDotProductFeatures", 1000280000},
                {"VkPhysicalDeviceTimelineSemaphoreFeatures", 1000207000},
                {"VkPhysicalDeviceVulkanMemoryModelFeatures", 1000211000}};
  for (const auto& [name, type] : kTypes) {
    if (name == structure) return type;
  }
  return 0;
}

// A feature of a device that we require or can use.
struct DeviceFeature {
  uint64_t bit = 0;
  std::string_view name;       // "timelineSemaphore"; ends with a NUL, like the others
  std::string_view structure;  // that has it: "VkPhysicalDeviceTimelineSemaphoreFeatures"
  std::string_view core;       // that of a core version that has it too; empty: none
  std::string_view extension;  // that |structure| needs where no core version has it; or empty
  bool required = false;
};

#define VYRE_VULKAN_BASE_FEATURE(bit, name, constant, member) \
  inline constexpr uint64_t constant = uint64_t{1} << bit;
#define VYRE_VULKAN_FEATURE(bit, name, constant, member, structure, core, required) \
  inline constexpr uint64_t constant = uint64_t{1} << bit;
#define VYRE_VULKAN_EXTENSION_FEATURE(bit, name, constant, member, structure, core, extension) \
  inline constexpr uint64_t constant = uint64_t{1} << bit;
#include "vulkan/device/features.def"

inline constexpr DeviceFeature kDeviceFeatures[] = {
#define VYRE_VULKAN_BASE_FEATURE(bit, name, constant, member) \
  {constant, #member, "VkPhysicalDeviceFeatures2", "", "", false},
#define VYRE_VULKAN_FEATURE(bit, name, constant, member, structure, core, required) \
  {constant, #member, #structure, #core, "", required},
#define VYRE_VULKAN_EXTENSION_FEATURE(bit, name, constant, member, structure, core, extension) \
  {constant, #member, #structure, #core, extension, false},
#include "vulkan/device/features.def"
};
inline constexpr uint64_t kAllFeatures = (uint64_t{1} << std::size(kDeviceFeatures)) - 1;

// Of extensions none is required.
inline constexpr const char* kOptionalInstanceExtensions[] = {"VK_EXT_debug_utils"};
inline constexpr const char* kIntegerDotExtension = "VK_KHR_shader_integer_dot_product";
inline constexpr const char* kOptionalDeviceExtensions[] = {
    "VK_EXT_external_memory_host", "VK_KHR_calibrated_timestamps", "VK_EXT_calibrated_timestamps",
    kIntegerDotExtension};
inline constexpr uint32_t kMinApiVersion = uint32_t{1} << 22 | uint32_t{2} << 12;
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
