#pragma once

#ifndef VK_NO_PROTOTYPES
#define VK_NO_PROTOTYPES
#endif
#include <volk.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace vyre::vulkan {

// The instance-level functions that this room calls, of one instance.
struct InstanceTable {
#define VYRE_INSTANCE_FUNCTIONS(X)            \
  X(vkDestroyInstance)                        \
  X(vkEnumeratePhysicalDevices)               \
  X(vkEnumerateDeviceExtensionProperties)     \
  X(vkGetPhysicalDeviceProperties2)           \
  X(vkGetPhysicalDeviceFeatures2)             \
  X(vkGetPhysicalDeviceFormatProperties)      \
  X(vkGetPhysicalDeviceImageFormatProperties) \
  X(vkGetPhysicalDeviceMemoryProperties)      \
  X(vkGetPhysicalDeviceMemoryProperties2)     \
  X(vkGetPhysicalDeviceQueueFamilyProperties) \
  X(vkCreateDevice)                           \
  X(vkGetDeviceProcAddr)
#define VYRE_DECLARE(name) PFN_##name name = nullptr;
  VYRE_INSTANCE_FUNCTIONS(VYRE_DECLARE)
  // Null unless VK_EXT_debug_utils is enabled; the last unless a device has
  // VK_KHR_calibrated_timestamps or its older form, which is the same.
#define VYRE_OPTIONAL_INSTANCE_FUNCTIONS(X) \
  X(vkCreateDebugUtilsMessengerEXT)         \
  X(vkDestroyDebugUtilsMessengerEXT)        \
  X(vkSetDebugUtilsObjectNameEXT)           \
  X(vkCmdBeginDebugUtilsLabelEXT)           \
  X(vkCmdEndDebugUtilsLabelEXT)             \
  X(vkGetPhysicalDeviceCalibrateableTimeDomainsEXT)
  VYRE_OPTIONAL_INSTANCE_FUNCTIONS(VYRE_DECLARE)
#undef VYRE_DECLARE
};

// The device-level functions of one device. Every call of this room on a device goes through its
// own copy, so that a test can put another function into any place.
using DeviceTable = VolkDeviceTable;

// One with its type and all else zero.
template <typename Structure>
Structure structure(VkStructureType type) {
  Structure made{};
  made.sType = type;
  return made;
}

// All items that |call| gives when it is asked for their count first. A list that has grown
// meanwhile is asked for again, some times.
template <typename Item, typename Call>
VkResult enumerate(std::vector<Item>& items, const Call& call) {
  VkResult result = VK_INCOMPLETE;
  for (int tries = 0; result == VK_INCOMPLETE && tries < 8; ++tries) {
    uint32_t count = 0;
    result = call(&count, nullptr);
    if (result != VK_SUCCESS) continue;
    items.resize(count);
    result = call(&count, items.data());
    items.resize(count);
  }
  return result;
}

// Whether an extension of that name is among them.
inline bool has_extension(const std::vector<VkExtensionProperties>& all, std::string_view name) {
  return std::ranges::any_of(all, [&](const auto& one) { return name == one.extensionName; });
}

DeviceTable load_device_table(PFN_vkGetDeviceProcAddr get_address, VkDevice device);

}  // namespace vyre::vulkan
