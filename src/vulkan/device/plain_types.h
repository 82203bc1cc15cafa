#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <string>
#include <vector>

#include "backend/device.h"
#include "base/status/log.h"
#include "spirv/module/target.h"
#include "trace/trace.h"

// For callers that say no Vk. Handles are as the host has them: those of instances, devices, queues
// and command buffers are pointers, all others numbers.
namespace vyre::vulkan {

struct InstanceOptions {
  // Ask for the Khronos validation layer with synchronization validation. Fails with kNotFound
  // when the machine does not have it.
  bool validation = false;
  // Gets messages of the layer, the loader and the drivers; may be called from any thread.
  LogSink log;
  // Backs what recorded work keeps on the host. Must outlive every object made from the instance.
  std::pmr::memory_resource* memory = std::pmr::get_default_resource();
  std::string loader = "libvulkan.so.1";
  Observation observe;
  spirv::OptimizationMode optimizations = spirv::OptimizationMode::kAutomatic;  // of its devices
};

// A Vulkan device that the host made and keeps.
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

// A range of a VkBuffer of the host's.
struct HostBuffer {
  uint64_t buffer = 0;
  uint64_t offset = 0;
  uint64_t size = 0;
  uint32_t usage = 0;
  std::shared_ptr<const void> keep_alive;  // let go of when nothing uses the buffer any more
};

// Stages and accesses of work, as VkPipelineStageFlags and VkAccessFlags.
struct SyncScope {
  uint32_t stages = 0;
  uint32_t accesses = 0;
};

}  // namespace vyre::vulkan
