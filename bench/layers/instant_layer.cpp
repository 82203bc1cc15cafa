// A Vulkan layer for measuring what the host does for a dispatch: a submission is over at once and
// nothing of it runs. It sets the timeline semaphores that it signals; fences stay unsignaled.
// For one thread, and devices of one driver.

#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#include <array>
#include <string_view>

#include "layers/chain.h"

namespace {

struct Timeline {
  VkSemaphore semaphore = VK_NULL_HANDLE;
  uint64_t value = 0;
};

struct Next {
  PFN_vkGetInstanceProcAddr instance = nullptr;
  PFN_vkGetDeviceProcAddr device = nullptr;
  VkInstance made_last = VK_NULL_HANDLE;
};

Next g_next;
std::array<Timeline, 64> g_timelines;  // a slot belongs to the first semaphore that asks for it

Timeline& timeline_of(VkSemaphore semaphore) {
  for (Timeline& timeline : g_timelines) {
    if (timeline.semaphore == VK_NULL_HANDLE) timeline.semaphore = semaphore;
    if (timeline.semaphore == semaphore) return timeline;
  }
  return g_timelines.back();
}

VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo* info,
                                               const VkAllocationCallbacks* callbacks,
                                               VkInstance* instance) {
  const VkResult result = bench::create_instance(info, callbacks, instance, g_next.instance);
  if (result == VK_SUCCESS) g_next.made_last = *instance;
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical,
                                             const VkDeviceCreateInfo* info,
                                             const VkAllocationCallbacks* callbacks,
                                             VkDevice* device) {
  auto* link =
      bench::find_link<VkLayerDeviceCreateInfo>(info, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
  if (link == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
  const PFN_vkGetInstanceProcAddr next = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  g_next.device = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;
  const auto create =
      reinterpret_cast<PFN_vkCreateDevice>(next(g_next.made_last, "vkCreateDevice"));
  return create(physical, info, callbacks, device);
}

VKAPI_ATTR VkResult VKAPI_CALL submit(VkQueue, uint32_t count, const VkSubmitInfo* infos, VkFence) {
  for (uint32_t i = 0; i < count; ++i) {
    const auto* values = static_cast<const VkTimelineSemaphoreSubmitInfo*>(infos[i].pNext);
    for (uint32_t k = 0; values != nullptr && k < values->signalSemaphoreValueCount; ++k) {
      timeline_of(infos[i].pSignalSemaphores[k]).value = values->pSignalSemaphoreValues[k];
    }
  }
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL counter_value(VkDevice, VkSemaphore semaphore, uint64_t* value) {
  *value = timeline_of(semaphore).value;
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL wait(VkDevice, const VkSemaphoreWaitInfo*, uint64_t) {
  return VK_SUCCESS;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL instance_function(VkInstance instance, const char* name);
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL device_function(VkDevice device, const char* name);

PFN_vkVoidFunction own(std::string_view name) {
  if (name == "vkQueueSubmit") return bench::plain(submit);
  if (name == "vkGetSemaphoreCounterValue") return bench::plain(counter_value);
  if (name == "vkWaitSemaphores") return bench::plain(wait);
  if (name == "vkGetDeviceProcAddr") return bench::plain(device_function);
  return nullptr;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL device_function(VkDevice device, const char* name) {
  const PFN_vkVoidFunction function = own(name);
  return function != nullptr ? function : g_next.device(device, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL instance_function(VkInstance instance, const char* name) {
  const std::string_view wanted = name;
  if (wanted == "vkGetInstanceProcAddr") return bench::plain(instance_function);
  if (wanted == "vkCreateInstance") return bench::plain(create_instance);
  if (wanted == "vkCreateDevice") return bench::plain(create_device);
  const PFN_vkVoidFunction function = own(name);
  return function != nullptr ? function : g_next.instance(instance, name);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* interface) {
  return bench::negotiate(*interface, instance_function, device_function);
}
