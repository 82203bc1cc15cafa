/* engine_device.h: the engine's side: its own Vulkan loading, device, queue and frames. */
#ifndef ENGINE_DEVICE_H
#define ENGINE_DEVICE_H

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>
#include <vyre_driver_vulkan.h>

typedef struct engine_device {
  void* library;
  PFN_vkGetInstanceProcAddr get_address;
  VkInstance instance;
  VkPhysicalDevice physical;
  VkDevice device;
  VkQueue queue;
  uint32_t family;
  uint64_t features; /* VYRE_VULKAN_FEATURE_... that are enabled */
  VkCommandPool pool;
  VkFence fence;
  VkBuffer target; /* stands for the picture */
  VkDeviceMemory memory;
  const uint32_t* picture;
} engine_device;

/* A device with what the library requires and what it can use, one queue, and a picture of |bytes|.
 */
int engine_create(engine_device* engine, uint64_t bytes);
void engine_destroy(engine_device* engine);

VkCommandBuffer engine_begin_frame(engine_device* engine);
void engine_copy(engine_device* engine, VkCommandBuffer commands, VkBuffer from, uint64_t offset,
                 uint64_t size);
int engine_end_frame(engine_device* engine, VkCommandBuffer commands);

#endif
