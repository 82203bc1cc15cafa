#include "engine_device.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* A function of the engine's instance, under its own name. */
#define FUNCTION(name) PFN_##name name = (PFN_##name)engine->get_address(engine->instance, #name)

static int fail(const char* what) {
  fprintf(stderr, "engine_host: %s\n", what);
  return 0;
}

static int load_vulkan(engine_device* engine) {
  union { /* C has no cast from an object's address to a function's */
    void* address;
    PFN_vkGetInstanceProcAddr function;
  } found;
  engine->library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
  if (engine->library == NULL) return fail("there is no Vulkan loader");
  found.address = dlsym(engine->library, "vkGetInstanceProcAddr");
  engine->get_address = found.function;
  return engine->get_address != NULL;
}

static int create_instance(engine_device* engine) {
  VkApplicationInfo application;
  VkInstanceCreateInfo info;
  FUNCTION(vkCreateInstance);
  memset(&application, 0, sizeof application);
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.apiVersion = VK_API_VERSION_1_2;
  memset(&info, 0, sizeof info);
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;
  return vkCreateInstance(&info, NULL, &engine->instance) == VK_SUCCESS || fail("no instance");
}

static int choose_device(engine_device* engine) {
  uint32_t count = 1;
  VkQueueFamilyProperties families[16];
  FUNCTION(vkEnumeratePhysicalDevices);
  FUNCTION(vkGetPhysicalDeviceQueueFamilyProperties);
  vkEnumeratePhysicalDevices(engine->instance, &count, &engine->physical);
  if (count == 0) return fail("no device");
  count = 16;
  vkGetPhysicalDeviceQueueFamilyProperties(engine->physical, &count, families);
  for (engine->family = 0; engine->family < count; ++engine->family) {
    if ((families[engine->family].queueFlags & VK_QUEUE_COMPUTE_BIT) != 0) return 1;
  }
  return fail("no queue that computes");
}

/* Of the features that the library names, those that the device offers. */
static int choose_features(engine_device* engine, VkPhysicalDeviceFeatures2* chain) {
  vyre_vulkan_requirements needs = VYRE_VULKAN_REQUIREMENTS_INIT;
  uint64_t offered = 0, missing = 0;
  FUNCTION(vkGetPhysicalDeviceFeatures2);
  VkPhysicalDeviceVulkan12Features v12;
  VkPhysicalDeviceFeatures2 all;
  memset(&v12, 0, sizeof v12);
  v12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
  memset(&all, 0, sizeof all);
  all.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  all.pNext = &v12;
  vkGetPhysicalDeviceFeatures2(engine->physical, &all);
  if (vyre_error_consume(vyre_vulkan_get_requirements(VK_API_VERSION_1_2, &needs)) != VYRE_OK ||
      vyre_error_consume(vyre_vulkan_read_features(&all, &offered)) != VYRE_OK) {
    return fail("no requirements");
  }
  if ((needs.required_features & ~offered) != 0) return fail("the device lacks what is required");
  engine->features = needs.required_features | (needs.optional_features & offered);
  return vyre_error_consume(vyre_vulkan_enable_features(chain, engine->features, &missing)) ==
             VYRE_OK &&
         missing == 0;
}

static int create_device(engine_device* engine) {
  const float priority = 1.0f;
  VkPhysicalDeviceVulkan12Features v12;
  VkPhysicalDeviceFeatures2 features;
  VkDeviceQueueCreateInfo queue;
  VkDeviceCreateInfo info;
  FUNCTION(vkCreateDevice);
  FUNCTION(vkGetDeviceQueue);
  memset(&v12, 0, sizeof v12);
  v12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
  memset(&features, 0, sizeof features);
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  features.pNext = &v12;
  if (!choose_features(engine, &features)) return 0;
  memset(&queue, 0, sizeof queue);
  queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queue.queueFamilyIndex = engine->family;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  memset(&info, 0, sizeof info);
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.pNext = &features;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  if (vkCreateDevice(engine->physical, &info, NULL, &engine->device) != VK_SUCCESS) {
    return fail("the device cannot be made");
  }
  vkGetDeviceQueue(engine->device, engine->family, 0, &engine->queue);
  return 1;
}

static int create_frame_objects(engine_device* engine) {
  VkCommandPoolCreateInfo pool;
  VkFenceCreateInfo fence;
  FUNCTION(vkCreateCommandPool);
  FUNCTION(vkCreateFence);
  memset(&pool, 0, sizeof pool);
  pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  pool.queueFamilyIndex = engine->family;
  memset(&fence, 0, sizeof fence);
  fence.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
  return vkCreateCommandPool(engine->device, &pool, NULL, &engine->pool) == VK_SUCCESS &&
         vkCreateFence(engine->device, &fence, NULL, &engine->fence) == VK_SUCCESS;
}

static uint32_t host_memory_type(const engine_device* engine, uint32_t allowed) {
  const VkMemoryPropertyFlags wanted =
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  VkPhysicalDeviceMemoryProperties memory;
  FUNCTION(vkGetPhysicalDeviceMemoryProperties);
  vkGetPhysicalDeviceMemoryProperties(engine->physical, &memory);
  for (uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
    if ((allowed >> i & 1) != 0 && (memory.memoryTypes[i].propertyFlags & wanted) == wanted) {
      return i;
    }
  }
  return 0;
}

static int create_picture(engine_device* engine, uint64_t bytes) {
  VkBufferCreateInfo info;
  VkMemoryRequirements needs;
  VkMemoryAllocateInfo allocation;
  void* mapped = NULL;
  FUNCTION(vkCreateBuffer);
  FUNCTION(vkGetBufferMemoryRequirements);
  FUNCTION(vkAllocateMemory);
  FUNCTION(vkBindBufferMemory);
  FUNCTION(vkMapMemory);
  memset(&info, 0, sizeof info);
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = bytes;
  info.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  if (vkCreateBuffer(engine->device, &info, NULL, &engine->target) != VK_SUCCESS) return 0;
  vkGetBufferMemoryRequirements(engine->device, engine->target, &needs);
  memset(&allocation, 0, sizeof allocation);
  allocation.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  allocation.allocationSize = needs.size;
  allocation.memoryTypeIndex = host_memory_type(engine, needs.memoryTypeBits);
  if (vkAllocateMemory(engine->device, &allocation, NULL, &engine->memory) != VK_SUCCESS ||
      vkBindBufferMemory(engine->device, engine->target, engine->memory, 0) != VK_SUCCESS ||
      vkMapMemory(engine->device, engine->memory, 0, VK_WHOLE_SIZE, 0, &mapped) != VK_SUCCESS) {
    return fail("no memory for the picture");
  }
  engine->picture = mapped;
  return 1;
}

int engine_create(engine_device* engine, uint64_t bytes) {
  memset(engine, 0, sizeof *engine);
  return load_vulkan(engine) && create_instance(engine) && choose_device(engine) &&
         create_device(engine) && create_frame_objects(engine) && create_picture(engine, bytes);
}

void engine_destroy(engine_device* engine) {
  if (engine->device != NULL) {
    FUNCTION(vkDestroyBuffer);
    FUNCTION(vkFreeMemory);
    FUNCTION(vkDestroyFence);
    FUNCTION(vkDestroyCommandPool);
    FUNCTION(vkDestroyDevice);
    vkDestroyBuffer(engine->device, engine->target, NULL);
    vkFreeMemory(engine->device, engine->memory, NULL);
    vkDestroyFence(engine->device, engine->fence, NULL);
    vkDestroyCommandPool(engine->device, engine->pool, NULL);
    vkDestroyDevice(engine->device, NULL);
  }
  if (engine->instance != NULL) {
    FUNCTION(vkDestroyInstance);
    vkDestroyInstance(engine->instance, NULL);
  }
  if (engine->library != NULL) dlclose(engine->library);
}

VkCommandBuffer engine_begin_frame(engine_device* engine) {
  VkCommandBuffer commands = NULL;
  VkCommandBufferAllocateInfo info;
  VkCommandBufferBeginInfo begin;
  FUNCTION(vkAllocateCommandBuffers);
  FUNCTION(vkBeginCommandBuffer);
  memset(&info, 0, sizeof info);
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  info.commandPool = engine->pool;
  info.commandBufferCount = 1;
  if (vkAllocateCommandBuffers(engine->device, &info, &commands) != VK_SUCCESS) return NULL;
  memset(&begin, 0, sizeof begin);
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  vkBeginCommandBuffer(commands, &begin);
  return commands;
}

void engine_copy(engine_device* engine, VkCommandBuffer commands, VkBuffer from, uint64_t offset,
                 uint64_t size) {
  VkBufferCopy copy;
  FUNCTION(vkCmdCopyBuffer);
  memset(&copy, 0, sizeof copy);
  copy.srcOffset = offset;
  copy.size = size;
  vkCmdCopyBuffer(commands, from, engine->target, 1, &copy);
}

int engine_end_frame(engine_device* engine, VkCommandBuffer commands) {
  VkSubmitInfo info;
  int good;
  FUNCTION(vkEndCommandBuffer);
  FUNCTION(vkQueueSubmit);
  FUNCTION(vkWaitForFences);
  FUNCTION(vkResetFences);
  FUNCTION(vkFreeCommandBuffers);
  memset(&info, 0, sizeof info);
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.commandBufferCount = 1;
  info.pCommandBuffers = &commands;
  good = vkEndCommandBuffer(commands) == VK_SUCCESS &&
         vkQueueSubmit(engine->queue, 1, &info, engine->fence) == VK_SUCCESS &&
         vkWaitForFences(engine->device, 1, &engine->fence, VK_TRUE, UINT64_MAX) == VK_SUCCESS;
  vkResetFences(engine->device, 1, &engine->fence);
  vkFreeCommandBuffers(engine->device, engine->pool, 1, &commands);
  return good || fail("the frame cannot be submitted");
}
