// A Vulkan layer that tells software devices as GPUs, for what refuses them. For instances of one
// loader.

#include <string_view>

#include "layers/chain.h"

namespace {

struct Next {
  PFN_vkGetInstanceProcAddr instance = nullptr;
  PFN_vkGetPhysicalDeviceProperties properties = nullptr;
  PFN_vkGetPhysicalDeviceProperties2 properties_2 = nullptr;
};

Next g_next;

template <typename Function>
void find(VkInstance instance, const char* name, Function& function) {
  function = reinterpret_cast<Function>(g_next.instance(instance, name));
}

void tell_as_gpu(VkPhysicalDeviceProperties& properties) {
  if (properties.deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU) return;
  properties.deviceType = VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU;
}

VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo* info,
                                               const VkAllocationCallbacks* callbacks,
                                               VkInstance* instance) {
  const VkResult result = bench::create_instance(info, callbacks, instance, g_next.instance);
  if (result != VK_SUCCESS) return result;
  find(*instance, "vkGetPhysicalDeviceProperties", g_next.properties);
  find(*instance, "vkGetPhysicalDeviceProperties2", g_next.properties_2);
  return result;
}

VKAPI_ATTR void VKAPI_CALL properties(VkPhysicalDevice device, VkPhysicalDeviceProperties* out) {
  g_next.properties(device, out);
  tell_as_gpu(*out);
}

VKAPI_ATTR void VKAPI_CALL properties_2(VkPhysicalDevice device, VkPhysicalDeviceProperties2* out) {
  g_next.properties_2(device, out);
  tell_as_gpu(out->properties);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL instance_function(VkInstance instance, const char* name) {
  const std::string_view wanted = name;
  if (wanted == "vkGetInstanceProcAddr") return bench::plain(instance_function);
  if (wanted == "vkCreateInstance") return bench::plain(create_instance);
  if (wanted == "vkGetPhysicalDeviceProperties") return bench::plain(properties);
  if (wanted.starts_with("vkGetPhysicalDeviceProperties2")) return bench::plain(properties_2);
  return g_next.instance(instance, name);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* interface) {
  return bench::negotiate(*interface, instance_function, nullptr);
}
