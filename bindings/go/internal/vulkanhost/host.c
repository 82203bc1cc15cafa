#define VK_NO_PROTOTYPES
#include "host.h"

#include <dlfcn.h>
#include <string.h>
#include <vulkan/vulkan.h>

static PFN_vkGetInstanceProcAddr get_address;
#define FIND(type, name) PFN_##name name = (PFN_##name)get_address((VkInstance)(type), #name)

static int make_instance(VkInstance* instance) {
  VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                   .apiVersion = VK_API_VERSION_1_2};
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                               .pApplicationInfo = &application};
  FIND(NULL, vkCreateInstance);
  return vkCreateInstance(&info, NULL, instance) == VK_SUCCESS;
}

static int make_device(vulkan_host* host, uint64_t features) {
  const float priority = 1.0f;
  VkPhysicalDeviceVulkan12Features v12 = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
  VkPhysicalDeviceFeatures2 chain = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                     .pNext = &v12};
  VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                   .queueCount = 1,
                                   .pQueuePriorities = &priority};
  VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                             .pNext = &chain,
                             .queueCreateInfoCount = 1,
                             .pQueueCreateInfos = &queue};
  uint64_t missing = 0;
  uint32_t count = 1;
  FIND(host->instance, vkEnumeratePhysicalDevices);
  FIND(host->instance, vkCreateDevice);
  FIND(host->instance, vkGetDeviceQueue);
  vkEnumeratePhysicalDevices(host->instance, &count, (VkPhysicalDevice*)&host->physical);
  if (count == 0) return 0;
  vyre_error* error = vyre_vulkan_enable_features(&chain, features, &missing);
  if (error != NULL || missing != 0) {
    vyre_error_destroy(error);
    return 0;
  }
  if (vkCreateDevice(host->physical, &info, NULL, (VkDevice*)&host->device) != VK_SUCCESS) return 0;
  vkGetDeviceQueue(host->device, 0, 0, (VkQueue*)&host->queue);
  return 1;
}

static int make_pool(vulkan_host* host) {
  VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  FIND(host->instance, vkCreateCommandPool);
  return vkCreateCommandPool(host->device, &info, NULL, (VkCommandPool*)&host->pool) == VK_SUCCESS;
}

static int make_timeline(vulkan_host* host) {
  VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                    .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
  VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
  FIND(host->instance, vkCreateSemaphore);
  return vkCreateSemaphore(host->device, &info, NULL, (VkSemaphore*)&host->timeline) == VK_SUCCESS;
}

// The first instance stays to the end of the process, so that the drivers stay loaded: some leave
// threads and data of threads behind, and cannot be loaded again and again.
static VkInstance kept_instance;

int vulkan_host_create(vulkan_host* host, uint64_t features) {
  void* library = dlopen("libvulkan.so.1", RTLD_NOW);
  memset(host, 0, sizeof *host);
  if (library == NULL) return 0;
  host->get_address = dlsym(library, "vkGetInstanceProcAddr");
  get_address = (PFN_vkGetInstanceProcAddr)host->get_address;
  if (kept_instance == NULL && !make_instance(&kept_instance)) return 0;
  return make_instance((VkInstance*)&host->instance) && make_device(host, features) &&
         make_pool(host) && make_timeline(host);
}

void* vulkan_host_begin(vulkan_host* host) {
  VkCommandBuffer commands = NULL;
  VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                      .commandPool = (VkCommandPool)host->pool,
                                      .commandBufferCount = 1};
  VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  FIND(host->instance, vkAllocateCommandBuffers);
  FIND(host->instance, vkBeginCommandBuffer);
  if (vkAllocateCommandBuffers(host->device, &info, &commands) != VK_SUCCESS) return NULL;
  return vkBeginCommandBuffer(commands, &begin) == VK_SUCCESS ? commands : NULL;
}

int vulkan_host_submit(vulkan_host* host, void* commands) {
  VkCommandBuffer handle = commands;
  VkSubmitInfo info = {
      .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &handle};
  FIND(host->instance, vkEndCommandBuffer);
  FIND(host->instance, vkQueueSubmit);
  FIND(host->instance, vkQueueWaitIdle);
  return vkEndCommandBuffer(handle) == VK_SUCCESS &&
         vkQueueSubmit(host->queue, 1, &info, VK_NULL_HANDLE) == VK_SUCCESS &&
         vkQueueWaitIdle(host->queue) == VK_SUCCESS;
}

int vulkan_host_signal(vulkan_host* host, uint64_t value) {
  VkSemaphoreSignalInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO,
                                .semaphore = (VkSemaphore)host->timeline,
                                .value = value};
  FIND(host->instance, vkSignalSemaphore);
  return vkSignalSemaphore(host->device, &info) == VK_SUCCESS;
}

void vulkan_host_destroy(vulkan_host* host) {
  FIND(host->instance, vkDestroySemaphore);
  FIND(host->instance, vkDestroyCommandPool);
  FIND(host->instance, vkDestroyDevice);
  FIND(host->instance, vkDestroyInstance);
  vkDestroySemaphore(host->device, (VkSemaphore)host->timeline, NULL);
  vkDestroyCommandPool(host->device, (VkCommandPool)host->pool, NULL);
  vkDestroyDevice(host->device, NULL);
  vkDestroyInstance(host->instance, NULL);
}

void* vulkan_host_chain(void) {
  static VkPhysicalDeviceFeatures2 chain;
  memset(&chain, 0, sizeof chain);
  chain.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  return &chain;
}
