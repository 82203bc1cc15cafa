#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "backend/memory_account.h"
#include "kernel_host/device_counters.h"
#include "spirv/module/target.h"
#include "vulkan/device/clock.h"
#include "vulkan/device/debug_labels.h"
#include "vulkan/device/function_tables.h"
#include "vulkan/device/instance.h"

namespace vyre::vulkan {

// Seams for tests. All off: the device as it is.
struct DeviceOptions {
  std::shared_ptr<kernel_host::DeviceCounters> counters;  // what counts; null: a new one
  std::shared_ptr<backend::MemoryAccount> account;        // likewise
  std::function<void(DeviceTable&)> patch_functions;      // after the table is filled
  std::function<void(PhysicalDevice&)> patch_device;      // limits, quirks and features, before use
  bool force_staging = false;  // treat host-visible device memory as if the host could not use it
  uint32_t min_coarsened_invocations = 32;  // see spirv::Target
  spirv::OptimizationMode optimizations = spirv::OptimizationMode::kAutomatic;
  std::optional<std::chrono::microseconds> spin_time;  // how long a wait polls before it blocks
};

// The Status of a function of |device| that takes its handle first.
#define VYRE_DEVICE_CALL(device, function, ...) \
  (device).check((device).vk().function((device).handle(), __VA_ARGS__), #function)

// What sources are lowered for on that device.
spirv::Target target_of(const PhysicalDevice& physical, const DeviceOptions& options);

// The VkDevice with its function table and its one queue. Knows whether the device is lost.
class LogicalDevice {
 public:
  static Result<std::unique_ptr<LogicalDevice>> open(std::shared_ptr<Instance> instance,
                                                     const PhysicalDevice& physical,
                                                     const DeviceOptions& options);
  // A device that the host made and destroys. |physical| says what of it is enabled; |queue|: null
  // when nothing is ever submitted.
  static std::unique_ptr<LogicalDevice> borrow(std::shared_ptr<Instance> instance,
                                               const PhysicalDevice& physical,
                                               const HostDevice& host, VkQueue queue,
                                               const DeviceOptions& options);
  ~LogicalDevice();
  LogicalDevice(const LogicalDevice&) = delete;
  LogicalDevice& operator=(const LogicalDevice&) = delete;

  const DeviceTable& vk() const { return vk_; }
  VkDevice handle() const { return handle_; }
  VkQueue queue() const { return queue_; }
  const std::shared_ptr<Instance>& instance() const { return instance_; }
  const VkAllocationCallbacks* callbacks() const { return callbacks_ ? &*callbacks_ : nullptr; }
  const HostDevice* borrowed() const { return borrowed_ ? &*borrowed_ : nullptr; }
  bool records_only() const { return queue_ == VK_NULL_HANDLE; }
  const PhysicalDevice& physical() const { return physical_; }
  const profile::DeviceProfile& profile() const { return physical_.profile; }
  std::pmr::memory_resource* memory() const { return instance_->memory(); }
  // Device memory is the host's too: no staging copies.
  bool shares_memory() const { return shares_memory_; }
  const spirv::Target& target() const { return target_; }
  // Its memory has addresses for kernels.
  bool has_addresses() const { return (physical_.features & kBufferDeviceAddress) != 0; }

  // The error of a failed call; remembers a lost device.
  Status error(VkResult result, std::string_view call, Code code = Code::kUnknown) const;
  Status check(VkResult result, std::string_view call, Code code = Code::kUnknown) const {
    return result == VK_SUCCESS ? Status() : error(result, call, code);
  }
  void notice(VkResult result) const;  // the same of a call whose failure changes nothing
  bool lost() const { return lost_.load(); }
  Status lost_error() const;
  Status records_only_error() const;  // of what would submit
  kernel_host::DeviceCounters& counters() const { return *counters_; }
  const std::shared_ptr<kernel_host::DeviceCounters>& shared_counters() const { return counters_; }

  const std::shared_ptr<backend::MemoryAccount>& account() const { return account_; }

  // Whether steps of the work are looked at.
  bool observes() const { return observes_; }
  Trace* trace() const { return instance_->observation().trace.get(); }  // null: none
  uint32_t trace_queue() const { return trace_queue_; }                  // of the queue, there
  DeviceClock& clock() const { return *clock_; }                         // only with a trace

  const DebugLabels& debug() const { return debug_; }

 private:
  LogicalDevice(std::shared_ptr<Instance> instance, const PhysicalDevice& physical,
                const DeviceOptions& options);
  Status create(const DeviceOptions& options);
  void load_functions(const DeviceOptions& options);
  void start_trace();

  std::optional<HostDevice> borrowed_;  // let go of last; without what lives for the import alone
  std::optional<VkAllocationCallbacks> callbacks_;
  std::shared_ptr<Instance> instance_;
  const std::shared_ptr<kernel_host::DeviceCounters> counters_;
  const std::shared_ptr<backend::MemoryAccount> account_;
  PhysicalDevice physical_;
  spirv::Target target_;  // constant once it is made
  bool shares_memory_ = false;
  const bool observes_;
  DebugLabels debug_;
  uint32_t trace_queue_ = 0;
  std::unique_ptr<DeviceClock> clock_;
  VkDevice handle_ = VK_NULL_HANDLE;
  VkQueue queue_ = VK_NULL_HANDLE;
  DeviceTable vk_{};
  mutable std::atomic<bool> lost_ = false;
};

}  // namespace vyre::vulkan
