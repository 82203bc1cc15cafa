#pragma once

#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

// What layers do to call what lies below them.
namespace bench {

// The link of the chain that the loader has made for this layer.
template <typename Link, typename Info>
Link* find_link(const Info* info, VkStructureType type) {
  auto* link = static_cast<const Link*>(info->pNext);
  while (link != nullptr && (link->sType != type || link->function != VK_LAYER_LINK_INFO)) {
    link = static_cast<const Link*>(link->pNext);
  }
  return const_cast<Link*>(link);
}

// Makes an instance below; |next| finds its functions.
inline VkResult create_instance(const VkInstanceCreateInfo* info,
                                const VkAllocationCallbacks* callbacks, VkInstance* instance,
                                PFN_vkGetInstanceProcAddr& next) {
  auto* link =
      find_link<VkLayerInstanceCreateInfo>(info, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
  if (link == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
  next = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;
  const auto create =
      reinterpret_cast<PFN_vkCreateInstance>(next(VK_NULL_HANDLE, "vkCreateInstance"));
  return create(info, callbacks, instance);
}

template <typename Function>
PFN_vkVoidFunction plain(Function function) {
  return reinterpret_cast<PFN_vkVoidFunction>(function);
}

inline VkResult negotiate(VkNegotiateLayerInterface& interface, PFN_vkGetInstanceProcAddr instance,
                          PFN_vkGetDeviceProcAddr device) {
  interface.loaderLayerInterfaceVersion = 2;
  interface.pfnGetInstanceProcAddr = instance;
  interface.pfnGetDeviceProcAddr = device;
  interface.pfnGetPhysicalDeviceProcAddr = nullptr;
  return VK_SUCCESS;
}

}  // namespace bench
