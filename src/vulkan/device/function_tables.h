#pragma once

#ifndef VK_NO_PROTOTYPES
#define VK_NO_PROTOTYPES
#endif
#include <volk.h>

namespace vyre::vulkan {

// The instance-level functions that this room calls, of one instance.
struct InstanceTable {
#define VYRE_INSTANCE_FUNCTIONS(X)            \
  X(vkDestroyInstance)                        \
  X(vkEnumeratePhysicalDevices)               \
  X(vkEnumerateDeviceExtensionProperties)     \
  X(vkGetPhysicalDeviceProperties2)           \
  X(vkGetPhysicalDeviceFeatures2)             \
  X(vkGetPhysicalDeviceMemoryProperties)      \
  X(vkGetPhysicalDeviceQueueFamilyProperties) \
  X(vkCreateDevice)                           \
  X(vkGetDeviceProcAddr)
#define VYRE_DECLARE(name) PFN_##name name = nullptr;
  VYRE_INSTANCE_FUNCTIONS(VYRE_DECLARE)
#undef VYRE_DECLARE
  // Null unless VK_EXT_debug_utils is enabled.
  PFN_vkCreateDebugUtilsMessengerEXT vkCreateDebugUtilsMessengerEXT = nullptr;
  PFN_vkDestroyDebugUtilsMessengerEXT vkDestroyDebugUtilsMessengerEXT = nullptr;
  PFN_vkSetDebugUtilsObjectNameEXT vkSetDebugUtilsObjectNameEXT = nullptr;
  PFN_vkCmdBeginDebugUtilsLabelEXT vkCmdBeginDebugUtilsLabelEXT = nullptr;
  PFN_vkCmdEndDebugUtilsLabelEXT vkCmdEndDebugUtilsLabelEXT = nullptr;
  // Null unless a device has VK_KHR_calibrated_timestamps or its older form, which is the same.
  PFN_vkGetPhysicalDeviceCalibrateableTimeDomainsEXT
      vkGetPhysicalDeviceCalibrateableTimeDomainsEXT = nullptr;
};

// The device-level functions of one device. Every call of this room on a device goes through its
// own copy, so that a test can put another function into any place.
using DeviceTable = VolkDeviceTable;

DeviceTable load_device_table(PFN_vkGetDeviceProcAddr get_address, VkDevice device);

}  // namespace vyre::vulkan
