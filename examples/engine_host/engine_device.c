#include "engine_device.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <vyre_driver_vulkan.h>

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
  FUNCTION(vkCreateInstance);
  const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                         .apiVersion = VK_API_VERSION_1_2};
  const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                     .pApplicationInfo = &application};
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

static int failed(vyre_error* error) { return vyre_error_print(error); }

/* Of the features that the library names, those that the device offers. */
static int choose_features(engine_device* engine, VkPhysicalDeviceFeatures2* chain) {
  vyre_vulkan_requirements needs = VYRE_VULKAN_REQUIREMENTS_INIT;
  uint64_t offered = 0, missing = 0;
  FUNCTION(vkGetPhysicalDeviceFeatures2);
  VkPhysicalDeviceVulkan12Features v12 = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
  VkPhysicalDeviceFeatures2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                   .pNext = &v12};
  vkGetPhysicalDeviceFeatures2(engine->physical, &all);
  if (failed(vyre_vulkan_get_requirements(VK_API_VERSION_1_2, &needs)) ||
      failed(vyre_vulkan_read_features(&all, &offered))) {
    return fail("no requirements");
  }
  if ((needs.required_features & ~offered) != 0) return fail("the device lacks what is required");
  engine->features = needs.required_features | (needs.optional_features & offered);
  return !failed(vyre_vulkan_enable_features(chain, engine->features, &missing)) && missing == 0;
}

static int create_device(engine_device* engine) {
  const float priority = 1.0f;
  FUNCTION(vkCreateDevice);
  FUNCTION(vkGetDeviceQueue);
  VkPhysicalDeviceVulkan12Features v12 = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
  VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                        .pNext = &v12};
  if (!choose_features(engine, &features)) return 0;
  const VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                         .queueFamilyIndex = engine->family,
                                         .queueCount = 1,
                                         .pQueuePriorities = &priority};
  const VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                   .pNext = &features,
                                   .queueCreateInfoCount = 1,
                                   .pQueueCreateInfos = &queue};
  if (vkCreateDevice(engine->physical, &info, NULL, &engine->device) != VK_SUCCESS) {
    return fail("the device cannot be made");
  }
  vkGetDeviceQueue(engine->device, engine->family, 0, &engine->queue);
  return 1;
}

static int create_frame_objects(engine_device* engine) {
  FUNCTION(vkCreateCommandPool);
  FUNCTION(vkCreateFence);
  const VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                        .queueFamilyIndex = engine->family};
  const VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
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
  VkMemoryRequirements needs;
  void* mapped = NULL;
  FUNCTION(vkCreateBuffer);
  FUNCTION(vkGetBufferMemoryRequirements);
  FUNCTION(vkAllocateMemory);
  FUNCTION(vkBindBufferMemory);
  FUNCTION(vkMapMemory);
  const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                   .size = bytes,
                                   .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT};
  if (vkCreateBuffer(engine->device, &info, NULL, &engine->target) != VK_SUCCESS) return 0;
  vkGetBufferMemoryRequirements(engine->device, engine->target, &needs);
  const VkMemoryAllocateInfo allocation = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
      .allocationSize = needs.size,
      .memoryTypeIndex = host_memory_type(engine, needs.memoryTypeBits)};
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
  FUNCTION(vkAllocateCommandBuffers);
  FUNCTION(vkBeginCommandBuffer);
  const VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                            .commandPool = engine->pool,
                                            .commandBufferCount = 1};
  if (vkAllocateCommandBuffers(engine->device, &info, &commands) != VK_SUCCESS) return NULL;
  const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  vkBeginCommandBuffer(commands, &begin);
  return commands;
}

void engine_copy(engine_device* engine, VkCommandBuffer commands, VkBuffer from, uint64_t offset,
                 uint64_t size) {
  FUNCTION(vkCmdCopyBuffer);
  const VkBufferCopy copy = {.srcOffset = offset, .size = size};
  vkCmdCopyBuffer(commands, from, engine->target, 1, &copy);
}

int engine_end_frame(engine_device* engine, VkCommandBuffer commands) {
  int good;
  FUNCTION(vkEndCommandBuffer);
  FUNCTION(vkQueueSubmit);
  FUNCTION(vkWaitForFences);
  FUNCTION(vkResetFences);
  FUNCTION(vkFreeCommandBuffers);
  const VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                             .commandBufferCount = 1,
                             .pCommandBuffers = &commands};
  good = vkEndCommandBuffer(commands) == VK_SUCCESS &&
         vkQueueSubmit(engine->queue, 1, &info, engine->fence) == VK_SUCCESS &&
         vkWaitForFences(engine->device, 1, &engine->fence, VK_TRUE, UINT64_MAX) == VK_SUCCESS;
  vkResetFences(engine->device, 1, &engine->fence);
  vkFreeCommandBuffers(engine->device, engine->pool, 1, &commands);
  return good || fail("the frame cannot be submitted");
}
