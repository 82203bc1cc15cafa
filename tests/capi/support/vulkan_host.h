/* A host with a Vulkan device of its own, for tests: made with the least that the library needs,
 * one queue and a mutex around it, under the validation layer with synchronization validation.
 * Calls that the library makes go through the host's own functions, which count. */
#ifndef VYRE_TESTS_CAPI_VULKAN_HOST_H
#define VYRE_TESTS_CAPI_VULKAN_HOST_H

#ifndef VK_NO_PROTOTYPES
#define VK_NO_PROTOTYPES
#endif
#include <dlfcn.h>
#include <pthread.h>
#include <vulkan/vulkan.h>

#include "check.h"
#include "vyre_driver_vulkan.h"

#define HOST_FUNCTIONS(X)                     \
  X(vkDestroyInstance)                        \
  X(vkEnumeratePhysicalDevices)               \
  X(vkGetPhysicalDeviceFeatures2)             \
  X(vkGetPhysicalDeviceQueueFamilyProperties) \
  X(vkGetPhysicalDeviceMemoryProperties)      \
  X(vkCreateDevice)                           \
  X(vkDestroyDevice)                          \
  X(vkGetDeviceQueue)                         \
  X(vkCreateBuffer)                           \
  X(vkDestroyBuffer)                          \
  X(vkGetBufferMemoryRequirements)            \
  X(vkAllocateMemory)                         \
  X(vkFreeMemory)                             \
  X(vkBindBufferMemory)                       \
  X(vkMapMemory)                              \
  X(vkCreateCommandPool)                      \
  X(vkDestroyCommandPool)                     \
  X(vkAllocateCommandBuffers)                 \
  X(vkBeginCommandBuffer)                     \
  X(vkEndCommandBuffer)                       \
  X(vkCmdFillBuffer)                          \
  X(vkCmdCopyBuffer)                          \
  X(vkCmdPipelineBarrier)                     \
  X(vkCreateFence)                            \
  X(vkDestroyFence)                           \
  X(vkWaitForFences)                          \
  X(vkCreateSemaphore)                        \
  X(vkDestroySemaphore)                       \
  X(vkSignalSemaphore)                        \
  X(vkGetSemaphoreCounterValue)               \
  X(vkQueueSubmit)                            \
  X(vkQueueWaitIdle)                          \
  X(vkDeviceWaitIdle)

typedef struct vulkan_host {
  void* library;
  PFN_vkGetInstanceProcAddr get_address;
  VkInstance instance;
  VkPhysicalDevice physical;
  VkDevice device;
  VkQueue queue;
  VkCommandPool pool;
  VkDebugUtilsMessengerEXT messenger;
  pthread_mutex_t mutex;
  int locks;  /* taken by the library */
  int locked; /* the mutex is held */
  vyre_vulkan_features features;
#define HOST_DECLARE(name) PFN_##name name;
  HOST_FUNCTIONS(HOST_DECLARE)
#undef HOST_DECLARE
} vulkan_host;

/* What the library called through the host's functions; all devices together. */
static int counted_submits = 0;
static int counted_idle_waits = 0;
static int counted_destroys = 0; /* of instances and devices */
static int unlocked_submits = 0; /* while no lock of the host's was held, of |watched| */
static vulkan_host* watched = NULL;

/* How often the library let go of what the host gave. */
static int destroyed = 0;
static inline void count_destroy(void* user) {
  (void)user;
  ++destroyed;
}

/* A function of Vulkan by its address; a union, because C has no cast between the two. */
static inline PFN_vkVoidFunction as_function(void* address) {
  union {
    void* address;
    PFN_vkVoidFunction function;
  } both;
  both.address = address;
  return both.function;
}

static PFN_vkGetInstanceProcAddr real_get_address = NULL;
static PFN_vkGetDeviceProcAddr real_get_device_address = NULL;
static PFN_vkQueueSubmit real_submit = NULL;

/* These are found again for each device, on any thread, and are always the same. */
#define KEEP_REAL(kept, found) __atomic_store_n(&kept, found, __ATOMIC_RELAXED)
#define REAL(kept) __atomic_load_n(&kept, __ATOMIC_RELAXED)

static VKAPI_ATTR VkResult VKAPI_CALL counting_submit(VkQueue queue, uint32_t count,
                                                      const VkSubmitInfo* infos, VkFence fence) {
  __atomic_add_fetch(&counted_submits, 1, __ATOMIC_RELAXED);
  if (watched != NULL && !__atomic_load_n(&watched->locked, __ATOMIC_RELAXED)) {
    __atomic_add_fetch(&unlocked_submits, 1, __ATOMIC_RELAXED);
  }
  return REAL(real_submit)(queue, count, infos, fence);
}

static VKAPI_ATTR VkResult VKAPI_CALL counting_queue_idle(VkQueue queue) {
  (void)queue;
  __atomic_add_fetch(&counted_idle_waits, 1, __ATOMIC_RELAXED);
  return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL counting_device_idle(VkDevice device) {
  (void)device;
  __atomic_add_fetch(&counted_idle_waits, 1, __ATOMIC_RELAXED);
  return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL counting_destroy_device(VkDevice device,
                                                          const VkAllocationCallbacks* callbacks) {
  (void)device;
  (void)callbacks;
  __atomic_add_fetch(&counted_destroys, 1, __ATOMIC_RELAXED);
}

static VKAPI_ATTR void VKAPI_CALL
counting_destroy_instance(VkInstance instance, const VkAllocationCallbacks* callbacks) {
  (void)instance;
  (void)callbacks;
  __atomic_add_fetch(&counted_destroys, 1, __ATOMIC_RELAXED);
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL counting_device_address(VkDevice device,
                                                                        const char* name) {
  PFN_vkVoidFunction found = REAL(real_get_device_address)(device, name);
  if (strcmp(name, "vkQueueSubmit") == 0) {
    KEEP_REAL(real_submit, (PFN_vkQueueSubmit)found);
    return (PFN_vkVoidFunction)counting_submit;
  }
  if (strcmp(name, "vkQueueWaitIdle") == 0) return (PFN_vkVoidFunction)counting_queue_idle;
  if (strcmp(name, "vkDeviceWaitIdle") == 0) return (PFN_vkVoidFunction)counting_device_idle;
  if (strcmp(name, "vkDestroyDevice") == 0) return (PFN_vkVoidFunction)counting_destroy_device;
  return found;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL counting_address(VkInstance instance,
                                                                 const char* name) {
  PFN_vkVoidFunction found = REAL(real_get_address)(instance, name);
  if (strcmp(name, "vkGetDeviceProcAddr") == 0) {
    KEEP_REAL(real_get_device_address, (PFN_vkGetDeviceProcAddr)found);
    return (PFN_vkVoidFunction)counting_device_address;
  }
  if (strcmp(name, "vkDestroyInstance") == 0) return (PFN_vkVoidFunction)counting_destroy_instance;
  return found;
}

static VKAPI_ATTR VkBool32 VKAPI_CALL host_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                   VkDebugUtilsMessageTypeFlagsEXT types,
                                                   const VkDebugUtilsMessengerCallbackDataEXT* data,
                                                   void* user) {
  (void)severity;
  (void)types;
  (void)user;
  /* The layer's own count of a timeline, which it calls a bug of its own. */
  if (strstr(data->pMessage, "VkSemaphore-state-timeout") != NULL) return VK_FALSE;
  printf("validation: %s\n", data->pMessage);
  __atomic_add_fetch(&failures, 1, __ATOMIC_RELAXED);
  return VK_FALSE;
}

static inline void host_lock(void* user) {
  vulkan_host* host = (vulkan_host*)user;
  pthread_mutex_lock(&host->mutex);
  ++host->locks;
  __atomic_store_n(&host->locked, 1, __ATOMIC_RELAXED);
}

static inline void host_unlock(void* user) {
  vulkan_host* host = (vulkan_host*)user;
  __atomic_store_n(&host->locked, 0, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&host->mutex);
}

/* Machines that have a device but no layers say so. */
static inline int host_validates(void) { return getenv("VYRE_TEST_WITHOUT_VALIDATION") == NULL; }

static inline void host_make_instance(vulkan_host* host, int validate) {
  const char* const layers[] = {"VK_LAYER_KHRONOS_validation"};
  const char* const extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME};
  const VkValidationFeatureEnableEXT enabled[] = {
      VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};
  VkValidationFeaturesEXT features = {.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
                                      .enabledValidationFeatureCount = 1,
                                      .pEnabledValidationFeatures = enabled};
  VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                   .apiVersion = VK_API_VERSION_1_2};
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                               .pNext = validate ? &features : NULL,
                               .pApplicationInfo = &application,
                               .enabledLayerCount = validate ? 1 : 0,
                               .ppEnabledLayerNames = layers,
                               .enabledExtensionCount = 1,
                               .ppEnabledExtensionNames = extensions};
  {
    PFN_vkCreateInstance create =
        (PFN_vkCreateInstance)host->get_address(VK_NULL_HANDLE, "vkCreateInstance");
    CHECK_EQUAL(VK_SUCCESS, create(&info, NULL, &host->instance));
  }
}

static inline void host_listen(vulkan_host* host) {
  PFN_vkCreateDebugUtilsMessengerEXT create = (PFN_vkCreateDebugUtilsMessengerEXT)host->get_address(
      host->instance, "vkCreateDebugUtilsMessengerEXT");
  VkDebugUtilsMessengerCreateInfoEXT info = {
      .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
      .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                         VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
      .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
      .pfnUserCallback = host_message};
  CHECK_EQUAL(VK_SUCCESS, create(host->instance, &info, NULL, &host->messenger));
}

/* A device with one queue of family 0 and those features of ours, which must include the required.
 */
static inline void host_make_device(vulkan_host* host, vyre_vulkan_features features) {
  const float priority = 1.0f;
  vyre_vulkan_features missing = 0;
  VkPhysicalDeviceVulkan11Features v11 = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES};
  VkPhysicalDeviceVulkan12Features v12 = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &v11};
  VkPhysicalDeviceFeatures2 chain = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                     .pNext = &v12};
  OK(vyre_vulkan_enable_features(&chain, features, &missing));
  CHECK_EQUAL(0, missing);
  VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                   .queueCount = 1,
                                   .pQueuePriorities = &priority};
  VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                             .pNext = &chain,
                             .queueCreateInfoCount = 1,
                             .pQueueCreateInfos = &queue};
  CHECK_EQUAL(VK_SUCCESS, host->vkCreateDevice(host->physical, &info, NULL, &host->device));
  host->vkGetDeviceQueue(host->device, 0, 0, &host->queue);
  host->features = features;
}

static inline void host_make_pool(vulkan_host* host) {
  VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  CHECK_EQUAL(VK_SUCCESS, host->vkCreateCommandPool(host->device, &info, NULL, &host->pool));
}

static inline vyre_vulkan_features host_least_features(void) {
  vyre_vulkan_requirements requirements = VYRE_VULKAN_REQUIREMENTS_INIT;
  OK(vyre_vulkan_get_requirements(VK_API_VERSION_1_2, &requirements));
  return requirements.required_features;
}

/* The machine's first device, with these features. */
static inline void make_host_with(vulkan_host* host, vyre_vulkan_features features, int validate) {
  uint32_t count = 1;
  memset(host, 0, sizeof *host);
  pthread_mutex_init(&host->mutex, NULL);
  host->library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
  if (host->library == NULL) {
    printf("host: there is no Vulkan loader\n");
    exit(1);
  }
  host->get_address =
      (PFN_vkGetInstanceProcAddr)as_function(dlsym(host->library, "vkGetInstanceProcAddr"));
  host_make_instance(host, validate);
#define HOST_FIND(name) host->name = (PFN_##name)host->get_address(host->instance, #name);
  HOST_FUNCTIONS(HOST_FIND)
#undef HOST_FIND
  if (validate) host_listen(host);
  host->vkEnumeratePhysicalDevices(host->instance, &count, &host->physical);
  CHECK_EQUAL(1, count);
  host_make_device(host, features);
  host_make_pool(host);
}

static inline void make_host(vulkan_host* host) {
  make_host_with(host, host_least_features(), host_validates());
}

static inline void destroy_host(vulkan_host* host) {
  PFN_vkDestroyDebugUtilsMessengerEXT destroy_messenger =
      (PFN_vkDestroyDebugUtilsMessengerEXT)host->get_address(host->instance,
                                                             "vkDestroyDebugUtilsMessengerEXT");
  host->vkDestroyCommandPool(host->device, host->pool, NULL);
  host->vkDestroyDevice(host->device, NULL);
  if (host->messenger != VK_NULL_HANDLE) {
    destroy_messenger(host->instance, host->messenger, NULL);
  }
  host->vkDestroyInstance(host->instance, NULL);
  dlclose(host->library);
  pthread_mutex_destroy(&host->mutex);
}

/* The description of the host's device, with functions that count. */
static inline vyre_vulkan_device_desc describe_host(vulkan_host* host) {
  vyre_vulkan_device_desc desc = VYRE_VULKAN_DEVICE_DESC_INIT;
  KEEP_REAL(real_get_address, host->get_address);
  desc.instance = host->instance;
  desc.physical_device = host->physical;
  desc.device = host->device;
  desc.get_instance_proc_addr = (vyre_vulkan_function)counting_address;
  desc.api_version = VK_API_VERSION_1_2;
  desc.flags = VYRE_VULKAN_FEATURES_GIVEN;
  desc.features = host->features;
  desc.queue = host->queue;
  desc.lock = host_lock;
  desc.unlock = host_unlock;
  desc.user = host;
  return desc;
}

/* A device of |desc| in a context of its own, and a program on it. */
static inline fixture import_device(const vyre_context_desc* context,
                                    const vyre_vulkan_device_desc* desc, const char* json) {
  fixture made = {NULL, NULL, NULL, NULL};
  OK(vyre_context_create(context, &made.context));
  OK(vyre_device_import_vulkan(made.context, desc, &made.device));
  make_pipeline(&made, json);
  return made;
}

static inline fixture import_host(vulkan_host* host, vyre_vulkan_device_flags flags,
                                  const char* json) {
  vyre_vulkan_device_desc desc = describe_host(host);
  desc.flags |= flags;
  return import_device(NULL, &desc, json);
}

/* A buffer of the host's own in memory that it has mapped. */
typedef struct host_buffer {
  VkBuffer buffer;
  VkDeviceMemory memory;
  uint32_t* words;
} host_buffer;

static inline uint32_t host_memory_type(const vulkan_host* host, uint32_t allowed) {
  const VkMemoryPropertyFlags wanted =
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  VkPhysicalDeviceMemoryProperties memory;
  host->vkGetPhysicalDeviceMemoryProperties(host->physical, &memory);
  for (uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
    const VkMemoryPropertyFlags has = memory.memoryTypes[i].propertyFlags;
    if ((allowed >> i & 1) != 0 && (has & wanted) == wanted) return i;
  }
  return 0;
}

static inline host_buffer make_host_buffer(const vulkan_host* host, uint64_t size) {
  VkMemoryRequirements needs;
  void* mapped = NULL;
  host_buffer made = {0};
  VkBufferCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
      .size = size,
      .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
               VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT};
  CHECK_EQUAL(VK_SUCCESS, host->vkCreateBuffer(host->device, &info, NULL, &made.buffer));
  host->vkGetBufferMemoryRequirements(host->device, made.buffer, &needs);
  VkMemoryAllocateInfo allocation = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
      .allocationSize = needs.size,
      .memoryTypeIndex = host_memory_type(host, needs.memoryTypeBits)};
  CHECK_EQUAL(VK_SUCCESS, host->vkAllocateMemory(host->device, &allocation, NULL, &made.memory));
  CHECK_EQUAL(VK_SUCCESS, host->vkBindBufferMemory(host->device, made.buffer, made.memory, 0));
  CHECK_EQUAL(VK_SUCCESS,
              host->vkMapMemory(host->device, made.memory, 0, VK_WHOLE_SIZE, 0, &mapped));
  made.words = (uint32_t*)mapped;
  memset(mapped, 0, (size_t)size);
  return made;
}

static inline void destroy_host_buffer(const vulkan_host* host, host_buffer* buffer) {
  host->vkDestroyBuffer(host->device, buffer->buffer, NULL);
  host->vkFreeMemory(host->device, buffer->memory, NULL);
}

/* A command buffer of |pool| in the recording state. */
static inline VkCommandBuffer host_begin(const vulkan_host* host, VkCommandPool pool) {
  VkCommandBuffer commands = NULL;
  VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                      .commandPool = pool,
                                      .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                      .commandBufferCount = 1};
  CHECK_EQUAL(VK_SUCCESS, host->vkAllocateCommandBuffers(host->device, &info, &commands));
  VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  CHECK_EQUAL(VK_SUCCESS, host->vkBeginCommandBuffer(commands, &begin));
  return commands;
}

/* Submits under the host's own lock, after |semaphore| has |value| when it is not 0, and waits. */
static inline void host_submit_after(vulkan_host* host, VkCommandBuffer commands,
                                     uint64_t semaphore, uint64_t value) {
  const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
  const VkSemaphore handle = (VkSemaphore)semaphore;
  VkFence fence = VK_NULL_HANDLE;
  VkFenceCreateInfo fence_info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
  CHECK_EQUAL(VK_SUCCESS, host->vkCreateFence(host->device, &fence_info, NULL, &fence));
  VkTimelineSemaphoreSubmitInfo timeline = {
      .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
      .waitSemaphoreValueCount = 1,
      .pWaitSemaphoreValues = &value};
  VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO};
  if (semaphore != 0) {
    info.pNext = &timeline;
    info.waitSemaphoreCount = 1;
    info.pWaitSemaphores = &handle;
    info.pWaitDstStageMask = &stage;
  }
  info.commandBufferCount = 1;
  info.pCommandBuffers = &commands;
  pthread_mutex_lock(&host->mutex);
  CHECK_EQUAL(VK_SUCCESS, host->vkQueueSubmit(host->queue, 1, &info, fence));
  pthread_mutex_unlock(&host->mutex);
  CHECK_EQUAL(VK_SUCCESS, host->vkWaitForFences(host->device, 1, &fence, VK_TRUE, UINT64_MAX));
  host->vkDestroyFence(host->device, fence, NULL);
}

static inline void host_submit(vulkan_host* host, VkCommandBuffer commands) {
  CHECK_EQUAL(VK_SUCCESS, host->vkEndCommandBuffer(commands));
  host_submit_after(host, commands, 0, 0);
}

#endif
