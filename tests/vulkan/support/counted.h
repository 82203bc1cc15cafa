#pragma once

#include <atomic>

#include "vulkan/device/function_tables.h"

namespace vyre::vulkan {

// Counts the calls of one function of devices that are opened with |patch|, from the last such
// device on.
template <auto Member>
class CountedCalls {
 public:
  static void patch(DeviceTable& table) {
    count = 0;
    wrap(table, table.*Member);
  }

  static inline std::atomic<size_t> count = 0;

 private:
  template <typename Return, typename... Arguments>
  static void wrap(DeviceTable& table, Return(VKAPI_PTR* function)(Arguments...)) {
    static Return(VKAPI_PTR * original)(Arguments...);
    original = function;
    table.*Member = [](Arguments... arguments) {
      ++count;
      return original(arguments...);
    };
  }
};

using CountedCopies = CountedCalls<&DeviceTable::vkCmdCopyBuffer>;

// Counts what devices that are opened with |patch| allocate, from the last such device on.
class CountedMemory {
 public:
  static void patch(DeviceTable& table) {
    allocations_ = frees_ = 0;
    allocate_ = table.vkAllocateMemory;
    free_ = table.vkFreeMemory;
    table.vkAllocateMemory = allocate;
    table.vkFreeMemory = free;
  }

  static int allocations() { return allocations_; }
  static int live() { return allocations_ - frees_; }

 private:
  static VKAPI_ATTR VkResult VKAPI_CALL allocate(VkDevice device, const VkMemoryAllocateInfo* info,
                                                 const VkAllocationCallbacks* callbacks,
                                                 VkDeviceMemory* memory) {
    const VkResult result = allocate_(device, info, callbacks, memory);
    if (result == VK_SUCCESS) ++allocations_;
    return result;
  }

  static VKAPI_ATTR void VKAPI_CALL free(VkDevice device, VkDeviceMemory memory,
                                         const VkAllocationCallbacks* callbacks) {
    if (memory != VK_NULL_HANDLE) ++frees_;
    free_(device, memory, callbacks);
  }

  static inline std::atomic<int> allocations_;
  static inline std::atomic<int> frees_;
  static inline PFN_vkAllocateMemory allocate_;
  static inline PFN_vkFreeMemory free_;
};

}  // namespace vyre::vulkan
