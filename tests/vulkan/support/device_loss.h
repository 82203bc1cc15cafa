#pragma once

#include <atomic>
#include <map>
#include <mutex>

#include "vulkan/device/function_tables.h"

namespace vyre::vulkan {

// Devices that lose themselves at a call, with work that does not end before: each submission waits
// for a semaphore of this seam, which is signaled when the lost device is waited for as a whole,
// as real devices end their work then. One plan at a time: the functions of a table carry no user
// data. Thread-safe.
class Losses {
 public:
  enum class At { kNowhere, kSubmit, kWait, kAllocate, kMap, kCompile, kOpen };

  static void patch(DeviceTable& table) {
    const std::lock_guard lock(mutex_);
    if (gates_.empty()) original_ = table;  // else it is the same
    table.vkCreateSemaphore = create_semaphore;
    table.vkQueueSubmit = submit;
    lose_in<&DeviceTable::vkWaitSemaphores, At::kWait>(table, table.vkWaitSemaphores);
    lose_in<&DeviceTable::vkWaitForFences, At::kWait>(table, table.vkWaitForFences);
    lose_in<&DeviceTable::vkAllocateMemory, At::kAllocate>(table, table.vkAllocateMemory);
    lose_in<&DeviceTable::vkMapMemory, At::kMap>(table, table.vkMapMemory);
    lose_in<&DeviceTable::vkCreateComputePipelines, At::kCompile>(table,
                                                                  table.vkCreateComputePipelines);
    table.vkDeviceWaitIdle = wait_idle;
    table.vkDestroyDevice = destroy_device;
  }

  // Whether work submitted from now on stalls.
  static void stall(bool on) { stalls_ = on; }

  // The next such call reports that the device is lost, once; all others go on as before.
  static void lose_at(At where) { lose_at_ = where; }
  static bool has_lost() { return lose_at_ == At::kNowhere; }

  // How many are open.
  static size_t devices() {
    const std::lock_guard lock(mutex_);
    return gates_.size();
  }

 private:
  static bool strikes(At where) { return lose_at_.compare_exchange_strong(where, At::kNowhere); }

  // A function that does nothing but report a loss.
  template <auto Member, At kWhere, typename... Arguments>
  static void lose_in(DeviceTable& table, VkResult(VKAPI_PTR*)(Arguments...)) {
    table.*Member = [](Arguments... arguments) {
      return strikes(kWhere) ? VK_ERROR_DEVICE_LOST : (original_.*Member)(arguments...);
    };
  }

  static VKAPI_ATTR VkResult VKAPI_CALL create_semaphore(VkDevice device,
                                                         const VkSemaphoreCreateInfo* info,
                                                         const VkAllocationCallbacks* callbacks,
                                                         VkSemaphore* out) {
    if (strikes(At::kOpen)) return VK_ERROR_DEVICE_LOST;
    const std::lock_guard lock(mutex_);
    const VkResult result = original_.vkCreateSemaphore(device, info, callbacks, out);
    if (result == VK_SUCCESS) {
      (void)original_.vkCreateSemaphore(device, info, nullptr, &gates_[device]);
      newest_ = device;
    }
    return result;
  }

  static VKAPI_ATTR VkResult VKAPI_CALL submit(VkQueue queue, uint32_t count,
                                               const VkSubmitInfo* infos, VkFence fence) {
    if (strikes(At::kSubmit)) return VK_ERROR_DEVICE_LOST;
    if (!stalls_) return original_.vkQueueSubmit(queue, count, infos, fence);
    VkSemaphore gate;
    {
      const std::lock_guard lock(mutex_);
      gate = gates_.at(newest_);
    }
    const uint64_t opened = 1;
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    auto timeline = *static_cast<const VkTimelineSemaphoreSubmitInfo*>(infos->pNext);
    timeline.waitSemaphoreValueCount = 1;
    timeline.pWaitSemaphoreValues = &opened;
    std::vector<VkSubmitInfo> all(infos, infos + count);
    all[0].pNext = &timeline;
    all[0].waitSemaphoreCount = 1;
    all[0].pWaitSemaphores = &gate;
    all[0].pWaitDstStageMask = &stage;
    return original_.vkQueueSubmit(queue, count, all.data(), fence);
  }

  static VKAPI_ATTR VkResult VKAPI_CALL wait_idle(VkDevice device) {
    open_gate(device);
    return original_.vkDeviceWaitIdle(device);
  }

  static VKAPI_ATTR void VKAPI_CALL destroy_device(VkDevice device,
                                                   const VkAllocationCallbacks* callbacks) {
    {
      const std::lock_guard lock(mutex_);
      const auto gate = gates_.find(device);
      if (gate != gates_.end()) {
        original_.vkDestroySemaphore(device, gate->second, nullptr);
        gates_.erase(gate);
      }
    }
    original_.vkDestroyDevice(device, callbacks);
  }

  static void open_gate(VkDevice device) {
    const std::lock_guard lock(mutex_);
    const auto gate = gates_.find(device);
    uint64_t value = 0;
    if (gate == gates_.end()) return;
    original_.vkGetSemaphoreCounterValue(device, gate->second, &value);
    if (value != 0) return;
    VkSemaphoreSignalInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO;
    info.semaphore = gate->second;
    info.value = 1;
    original_.vkSignalSemaphore(device, &info);
  }

  static inline std::atomic<bool> stalls_ = false;
  static inline std::atomic<At> lose_at_ = At::kNowhere;

  static inline std::mutex mutex_;
  static inline DeviceTable original_;  // constant while there is a device
  // State below is guarded by mutex_.
  static inline std::map<VkDevice, VkSemaphore> gates_;
  static inline VkDevice newest_ = VK_NULL_HANDLE;
};

}  // namespace vyre::vulkan
