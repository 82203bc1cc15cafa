#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/status/status.h"

namespace vyre::vulkan {

// A feature of a device that we require or can use, for hosts that make the device themselves.
struct HostFeature {
  uint64_t bit = 0;
  std::string_view name;       // "timelineSemaphore"; ends with a NUL, like the others
  std::string_view structure;  // that has it: "VkPhysicalDeviceTimelineSemaphoreFeatures"
  std::string_view core;       // that of a core version that has it too; empty: none
  bool required = false;
};

inline constexpr uint64_t kTimelineSemaphore = 1 << 0;
inline constexpr uint64_t kMemoryModel = 1 << 1;
inline constexpr uint64_t kMemoryModelDeviceScope = 1 << 2;
inline constexpr uint64_t kShaderFloat64 = 1 << 3;
inline constexpr uint64_t kShaderInt64 = 1 << 4;
inline constexpr uint64_t kShaderInt16 = 1 << 5;
inline constexpr uint64_t kShaderInt8 = 1 << 6;
inline constexpr uint64_t kShaderFloat16 = 1 << 7;
inline constexpr uint64_t kStorageBuffer8 = 1 << 8;
inline constexpr uint64_t kStorageBuffer16 = 1 << 9;
inline constexpr uint64_t kAllHostFeatures = (1 << 10) - 1;

// Of extensions none is required.
inline constexpr const char* kOptionalInstanceExtensions[] = {"VK_EXT_debug_utils"};
inline constexpr const char* kOptionalDeviceExtensions[] = {
    "VK_EXT_external_memory_host", "VK_KHR_calibrated_timestamps", "VK_EXT_calibrated_timestamps"};
inline constexpr uint32_t kMinApiVersion = uint32_t{1} << 22 | uint32_t{2} << 12;
inline constexpr uint32_t kNeededQueueFlags = 0x2;    // VK_QUEUE_COMPUTE_BIT
inline constexpr uint32_t kNeededBufferUsage = 0x23;  // storage and both sides of a transfer

inline constexpr std::array<HostFeature, 10> kHostFeatures = {{
    {kTimelineSemaphore, "timelineSemaphore", "VkPhysicalDeviceTimelineSemaphoreFeatures",
     "VkPhysicalDeviceVulkan12Features", true},
    {kMemoryModel, "vulkanMemoryModel", "VkPhysicalDeviceVulkanMemoryModelFeatures",
     "VkPhysicalDeviceVulkan12Features", true},
    {kMemoryModelDeviceScope, "vulkanMemoryModelDeviceScope",
     "VkPhysicalDeviceVulkanMemoryModelFeatures", "VkPhysicalDeviceVulkan12Features", true},
    {kShaderFloat64, "shaderFloat64", "VkPhysicalDeviceFeatures", "", false},
    {kShaderInt64, "shaderInt64", "VkPhysicalDeviceFeatures", "", false},
    {kShaderInt16, "shaderInt16", "VkPhysicalDeviceFeatures", "", false},
    {kShaderInt8, "shaderInt8", "VkPhysicalDeviceShaderFloat16Int8Features",
     "VkPhysicalDeviceVulkan12Features", false},
    {kShaderFloat16, "shaderFloat16", "VkPhysicalDeviceShaderFloat16Int8Features",
     "VkPhysicalDeviceVulkan12Features", false},
    {kStorageBuffer8, "storageBuffer8BitAccess", "VkPhysicalDevice8BitStorageFeatures",
     "VkPhysicalDeviceVulkan12Features", false},
    {kStorageBuffer16, "storageBuffer16BitAccess", "VkPhysicalDevice16BitStorageFeatures",
     "VkPhysicalDeviceVulkan11Features", false},
}};

constexpr uint64_t required_features() {
  uint64_t bits = 0;
  for (const HostFeature& feature : kHostFeatures) bits |= feature.required ? feature.bit : 0;
  return bits;
}

// "timelineSemaphore, vulkanMemoryModel"
std::string feature_names(uint64_t bits);

// Which of them are on in |chain|, a VkPhysicalDeviceFeatures2 with what hangs on it.
Result<uint64_t> read_features(const void* chain);

// Switches |bits| on wherever a structure of |chain| has them. The result is those that none has.
Result<uint64_t> enable_features(void* chain, uint64_t bits);

}  // namespace vyre::vulkan
