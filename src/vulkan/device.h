#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "spirv/lower.h"
#include "vulkan/instance.h"
#include "vulkan/tables.h"

namespace vyre::vulkan {

// Seams for tests. All off: the device as it is.
struct DeviceOptions {
  std::function<void(DeviceTable&)> patch_functions;  // after the table is filled
  std::function<void(PhysicalDevice&)> patch_device;  // limits, quirks and features, before use
  bool force_staging = false;  // treat host-visible device memory as if the host could not use it
  uint32_t fewest_merged_invocations = 32;             // see spirv::Target
  std::optional<std::chrono::microseconds> spin_time;  // how long a wait polls before it blocks
};

// The VkDevice with its function table and its one queue. Knows whether the device is lost.
class Device {
 public:
  static Result<std::unique_ptr<Device>> open(std::shared_ptr<Instance> instance,
                                              const PhysicalDevice& physical,
                                              const DeviceOptions& options);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  const DeviceTable& vk() const { return vk_; }
  VkDevice handle() const { return handle_; }
  VkQueue queue() const { return queue_; }
  const PhysicalDevice& physical() const { return physical_; }
  const backend::DeviceProfile& profile() const { return physical_.info.profile; }
  std::pmr::memory_resource* memory() const { return instance_->memory(); }
  // Device memory is the host's too: no staging copies.
  bool shares_memory() const { return shares_memory_; }
  spirv::Target target() const;

  // The error of a failed call; remembers a lost device.
  Status error(VkResult result, std::string_view call, Code code = Code::kInternal) const;
  bool lost() const { return lost_.load(std::memory_order_relaxed); }
  Status lost_error() const;

  // Names |object| "vyre:<name>" for debuggers and the validation layer.
  template <typename Handle>
  void name(VkObjectType type, Handle object, std::string_view name) const {
    if (names_objects_) set_name(type, reinterpret_cast<uint64_t>(object), name);
  }

 private:
  Device(std::shared_ptr<Instance> instance, const PhysicalDevice& physical,
         const DeviceOptions& options);
  Status create(const DeviceOptions& options);
  void set_name(VkObjectType type, uint64_t object, std::string_view name) const;

  std::shared_ptr<Instance> instance_;
  PhysicalDevice physical_;
  const uint32_t fewest_merged_invocations_;
  bool shares_memory_ = false;
  bool names_objects_ = false;
  VkDevice handle_ = VK_NULL_HANDLE;
  VkQueue queue_ = VK_NULL_HANDLE;
  DeviceTable vk_{};
  mutable std::atomic<bool> lost_ = false;
};

}  // namespace vyre::vulkan
