#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <vector>

#include "vulkan/device/loader.h"
#include "vulkan/device/physical_device.h"

namespace vyre::vulkan {

// Receives what the validation layer, the loader and the drivers say: passes it on to the log and
// counts the validation errors. Must stay where it is while a messenger points to it.
class Messages {
 public:
  explicit Messages(LogSink log) : log_(std::move(log)) {}

  // For the messenger itself, and for VkInstanceCreateInfo::pNext to hear the instance's creation.
  VkDebugUtilsMessengerCreateInfoEXT create_info();

  void report(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
              VkDebugUtilsMessageTypeFlagsEXT types, const char* text);
  uint64_t errors() const { return errors_.load(std::memory_order_relaxed); }

 private:
  LogSink log_;
  std::atomic<uint64_t> errors_ = 0;
};

// The loader, a Vulkan instance and the devices it found. Immutable once it is open.
class Instance {
 public:
  static Result<std::shared_ptr<Instance>> open(const InstanceOptions& options);
  // The host's own instance, for one of its physical devices: nothing of it is destroyed by us.
  static Result<std::shared_ptr<Instance>> borrow(PFN_vkGetInstanceProcAddr get_address,
                                                  VkInstance handle,
                                                  const InstanceOptions& options);
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  const InstanceTable& vk() const { return vk_; }
  VkInstance handle() const { return handle_; }
  const std::vector<PhysicalDevice>& devices() const { return devices_; }
  const Messages& messages() const { return messages_; }
  std::pmr::memory_resource* memory() const { return memory_; }
  const Observation& observation() const { return observation_; }
  bool names_objects() const { return names_objects_; }

 private:
  Instance(const InstanceOptions& options, std::unique_ptr<Loader> loader)
      : loader_(std::move(loader)),
        messages_(options.log),
        memory_(options.memory),
        observation_(options.observe) {}

  Status create(bool validation, bool debug_messages);
  Status create_messenger();
  Status find_devices();

  std::unique_ptr<Loader> loader_;  // null: the instance is the host's
  Messages messages_;
  std::pmr::memory_resource* memory_;  // borrowed
  const Observation observation_;
  bool names_objects_ = false;  // VK_EXT_debug_utils is enabled
  InstanceTable vk_;
  VkInstance handle_ = VK_NULL_HANDLE;
  VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
  std::vector<PhysicalDevice> devices_;
};

}  // namespace vyre::vulkan
