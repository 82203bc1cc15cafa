#pragma once

#include <type_traits>

#include "vulkan/device/function_tables.h"

namespace vyre::vulkan {

// Makes the Nth call of a device fail, of those that can fail. One plan at a time: the functions of
// a table carry no user data.
struct Faults {
  static inline int fail_at = 0;  // 1 = the first call from now; 0 = none
  static inline int calls = 0;
  static inline VkResult result = VK_ERROR_OUT_OF_HOST_MEMORY;

  static void arm(int nth, VkResult with) {
    fail_at = nth;
    calls = 0;
    result = with;
  }
  static void disarm() { fail_at = 0; }
  static bool strikes() { return ++calls == fail_at; }
  static bool has_struck() { return fail_at != 0 && calls >= fail_at; }
};

template <auto Member, typename Function>
struct Faulty;

template <auto Member, typename... Arguments>
struct Faulty<Member, VkResult(VKAPI_PTR*)(Arguments...)> {
  static inline VkResult(VKAPI_PTR* original)(Arguments...) = nullptr;

  static VKAPI_ATTR VkResult VKAPI_CALL call(Arguments... arguments) {
    return Faults::strikes() ? Faults::result : original(arguments...);
  }
};

template <auto Member>
void make_faulty(DeviceTable& table) {
  using Wrapper = Faulty<Member, std::decay_t<decltype(table.*Member)>>;
  Wrapper::original = table.*Member;
  table.*Member = Wrapper::call;
}

// Every function of the room that reports failure.
inline void make_all_faulty(DeviceTable& table) {
  make_faulty<&DeviceTable::vkAllocateCommandBuffers>(table);
  make_faulty<&DeviceTable::vkAllocateDescriptorSets>(table);
  make_faulty<&DeviceTable::vkAllocateMemory>(table);
  make_faulty<&DeviceTable::vkBeginCommandBuffer>(table);
  make_faulty<&DeviceTable::vkBindBufferMemory>(table);
  make_faulty<&DeviceTable::vkCreateBuffer>(table);
  make_faulty<&DeviceTable::vkCreateCommandPool>(table);
  make_faulty<&DeviceTable::vkCreateComputePipelines>(table);
  make_faulty<&DeviceTable::vkCreateDescriptorPool>(table);
  make_faulty<&DeviceTable::vkCreateDescriptorSetLayout>(table);
  make_faulty<&DeviceTable::vkCreateFence>(table);
  make_faulty<&DeviceTable::vkCreatePipelineCache>(table);
  make_faulty<&DeviceTable::vkCreatePipelineLayout>(table);
  make_faulty<&DeviceTable::vkCreateQueryPool>(table);
  make_faulty<&DeviceTable::vkCreateSemaphore>(table);
  make_faulty<&DeviceTable::vkCreateShaderModule>(table);
  make_faulty<&DeviceTable::vkEndCommandBuffer>(table);
  make_faulty<&DeviceTable::vkGetPipelineCacheData>(table);
  make_faulty<&DeviceTable::vkGetQueryPoolResults>(table);
  make_faulty<&DeviceTable::vkGetSemaphoreCounterValue>(table);
  make_faulty<&DeviceTable::vkMapMemory>(table);
  make_faulty<&DeviceTable::vkQueueSubmit>(table);
  make_faulty<&DeviceTable::vkResetCommandPool>(table);
  make_faulty<&DeviceTable::vkResetFences>(table);
  make_faulty<&DeviceTable::vkWaitForFences>(table);
  make_faulty<&DeviceTable::vkWaitSemaphores>(table);
}

// Those through which a device reports that it is lost.
inline void make_queue_faulty(DeviceTable& table) {
  make_faulty<&DeviceTable::vkQueueSubmit>(table);
  make_faulty<&DeviceTable::vkGetSemaphoreCounterValue>(table);
  make_faulty<&DeviceTable::vkWaitForFences>(table);
  make_faulty<&DeviceTable::vkWaitSemaphores>(table);
}

}  // namespace vyre::vulkan
