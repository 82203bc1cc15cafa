#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backend/device.h"
#include "vulkan/device/instance_options.h"

namespace vyre::vulkan {

class VulkanDevice;
struct DeviceOptions;

// A Vulkan device that the host made and keeps. Handles are as the host has them: those of
// instances, devices, queues and command buffers are pointers, all others numbers.
struct HostDevice {
  void* instance = nullptr;
  void* physical_device = nullptr;
  void* device = nullptr;
  void (*get_instance_proc_addr)() = nullptr;
  uint32_t api_version = 0;  // that instance and device were made for
  std::vector<std::string> extensions;
  std::optional<uint64_t> features;            // of device/features.h; none: only what is required
  const void* allocation_callbacks = nullptr;  // VkAllocationCallbacks, copied

  // Counts only when |records_only| is off.
  void* queue = nullptr;  // null: that of |queue_index| and |queue_flags|
  uint32_t queue_family = 0;
  uint32_t queue_index = 0;
  uint32_t queue_flags = 0;  // VkDeviceQueueCreateFlags
  void (*lock)(void*) = nullptr;
  void (*unlock)(void*) = nullptr;
  void* user = nullptr;

  bool records_only = false;
  bool names_objects = false;              // VK_EXT_debug_utils is enabled
  std::shared_ptr<const void> keep_alive;  // let go of when nothing uses the device any more
};

// A backend on |host|. Opens no loader; uses of |options| the log and the memory.
Result<std::shared_ptr<backend::Device>> import_device(const HostDevice& host,
                                                       const InstanceOptions& options);

// import_device() with the seams that tests use.
Result<std::shared_ptr<VulkanDevice>> borrow_device(const HostDevice& host,
                                                    const InstanceOptions& instance_options,
                                                    const DeviceOptions& options);

}  // namespace vyre::vulkan
