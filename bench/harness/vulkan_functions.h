#pragma once

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

// The Vulkan functions that the hand-written side calls, taken from the loader at run time, so
// that the program starts on a machine by the loader's presence alone.
// clang-format off
#define BENCH_VULKAN_FUNCTIONS(X) \
  X(vkAllocateCommandBuffers) X(vkAllocateDescriptorSets) X(vkAllocateMemory) \
  X(vkBeginCommandBuffer) X(vkBindBufferMemory) X(vkCmdBindDescriptorSets) X(vkCmdBindPipeline) \
  X(vkCmdCopyBuffer) X(vkCmdDispatch) X(vkCmdPipelineBarrier) X(vkCmdPushConstants) \
  X(vkCmdResetQueryPool) X(vkCmdWriteTimestamp) X(vkCreateBuffer) X(vkCreateCommandPool) \
  X(vkCreateComputePipelines) X(vkCreatePipelineCache) X(vkDestroyPipelineCache) X(vkGetPipelineCacheData) X(vkCreateDescriptorPool) X(vkResetDescriptorPool) X(vkCreateDescriptorSetLayout) \
  X(vkCreateDevice) X(vkCreateFence) X(vkCreateInstance) X(vkCreatePipelineLayout) \
  X(vkCreateQueryPool) X(vkCreateShaderModule) X(vkDestroyBuffer) X(vkDestroyCommandPool) \
  X(vkDestroyDescriptorPool) X(vkDestroyDescriptorSetLayout) X(vkDestroyDevice) \
  X(vkDestroyFence) X(vkDestroyInstance) X(vkDestroyPipeline) X(vkDestroyPipelineLayout) \
  X(vkDestroyQueryPool) X(vkFreeDescriptorSets) X(vkDestroyShaderModule) X(vkDeviceWaitIdle) \
  X(vkEndCommandBuffer) X(vkEnumeratePhysicalDevices) X(vkFreeMemory) \
  X(vkGetBufferMemoryRequirements) X(vkGetDeviceQueue) X(vkGetPhysicalDeviceMemoryProperties) \
  X(vkGetPhysicalDeviceProperties2) X(vkGetPhysicalDeviceQueueFamilyProperties) \
  X(vkGetQueryPoolResults) X(vkMapMemory) X(vkQueueSubmit) X(vkResetFences) \
  X(vkUpdateDescriptorSets) X(vkWaitForFences) X(vkGetFenceStatus) X(vkCreateSemaphore) \
  X(vkDestroySemaphore) X(vkWaitSemaphores) X(vkGetSemaphoreCounterValue)
// clang-format on

namespace bench::vk {

#define BENCH_DECLARE(name) extern PFN_##name name;
BENCH_VULKAN_FUNCTIONS(BENCH_DECLARE)
#undef BENCH_DECLARE

// A structure with nothing but its type set.
template <class T>
T structure(VkStructureType type) {
  T made{};
  made.sType = type;
  return made;
}

// Fills the pointers above; ends the process when the machine has no Vulkan loader.
void load();

}  // namespace bench::vk
