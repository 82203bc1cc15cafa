#include "faulty_vulkan.h"

#include <dlfcn.h>
#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

#include <atomic>
#include <cstring>
#include <string_view>

// Those that can fail, and what they make or is unmade: 1, -1, 0.
#define VYRE_FAULTY(X)                                 \
  X(vkCreateInstance, 1)                               \
  X(vkEnumerateInstanceVersion, 0)                     \
  X(vkEnumerateInstanceLayerProperties, 0)             \
  X(vkEnumerateInstanceExtensionProperties, 0)         \
  X(vkEnumeratePhysicalDevices, 0)                     \
  X(vkEnumerateDeviceExtensionProperties, 0)           \
  X(vkCreateDevice, 1)                                 \
  X(vkGetPhysicalDeviceCalibrateableTimeDomainsEXT, 0) \
  X(vkGetCalibratedTimestampsEXT, 0)                   \
  X(vkAllocateCommandBuffers, 0)                       \
  X(vkAllocateDescriptorSets, 0)                       \
  X(vkAllocateMemory, 1)                               \
  X(vkBeginCommandBuffer, 0)                           \
  X(vkBindBufferMemory, 0)                             \
  X(vkCreateBuffer, 1)                                 \
  X(vkCreateCommandPool, 1)                            \
  X(vkCreateComputePipelines, 1)                       \
  X(vkCreateDescriptorPool, 1)                         \
  X(vkCreateDescriptorSetLayout, 1)                    \
  X(vkCreateFence, 1)                                  \
  X(vkCreatePipelineCache, 1)                          \
  X(vkCreatePipelineLayout, 1)                         \
  X(vkCreateQueryPool, 1)                              \
  X(vkCreateSemaphore, 1)                              \
  X(vkCreateShaderModule, 1)                           \
  X(vkDeviceWaitIdle, 0)                               \
  X(vkEndCommandBuffer, 0)                             \
  X(vkGetMemoryHostPointerPropertiesEXT, 0)            \
  X(vkGetPipelineCacheData, 0)                         \
  X(vkGetQueryPoolResults, 0)                          \
  X(vkGetSemaphoreCounterValue, 0)                     \
  X(vkMapMemory, 0)                                    \
  X(vkQueueSubmit, 0)                                  \
  X(vkResetCommandPool, 0)                             \
  X(vkResetDescriptorPool, 0)                          \
  X(vkResetFences, 0)                                  \
  X(vkSetDebugUtilsObjectNameEXT, 0)                   \
  X(vkSignalSemaphore, 0)                              \
  X(vkWaitForFences, 0)                                \
  X(vkWaitSemaphores, 0)
#define VYRE_UNMAKING(X)          \
  X(vkDestroyBuffer)              \
  X(vkDestroyCommandPool)         \
  X(vkDestroyDescriptorPool)      \
  X(vkDestroyDescriptorSetLayout) \
  X(vkDestroyDevice)              \
  X(vkDestroyFence)               \
  X(vkDestroyInstance)            \
  X(vkDestroyPipeline)            \
  X(vkDestroyPipelineCache)       \
  X(vkDestroyPipelineLayout)      \
  X(vkDestroyQueryPool)           \
  X(vkDestroySemaphore)           \
  X(vkDestroyShaderModule)        \
  X(vkFreeMemory)

namespace {

enum Function : uint32_t {
#define VYRE_ROW(name, makes) k_##name,
  VYRE_FAULTY(VYRE_ROW)
#undef VYRE_ROW
};

std::atomic<vyre_faulty_strike> striking = nullptr;
std::atomic<int64_t> live = 0;
PFN_vkGetInstanceProcAddr get_instance_address = nullptr;
PFN_vkGetDeviceProcAddr get_device_address = nullptr;

template <typename Pointer, uint32_t Id, int Makes>
struct Faulty;
template <typename... Arguments, uint32_t Id, int Makes>
struct Faulty<VkResult(VKAPI_PTR*)(Arguments...), Id, Makes> {
  static inline VkResult(VKAPI_PTR* real)(Arguments...) = nullptr;
  static VKAPI_ATTR VkResult VKAPI_CALL call(Arguments... arguments) {
    int32_t result = 0;
    const vyre_faulty_strike strike = striking;
    if (strike != nullptr && strike(Id, __builtin_return_address(0), &result)) {
      return static_cast<VkResult>(result);
    }
    const VkResult done = real(arguments...);
    if (Makes != 0 && done == VK_SUCCESS) ++live;
    return done;
  }
};

template <typename Pointer, int>
struct Unmaking;
template <typename First, typename... Arguments, int Id>
struct Unmaking<void(VKAPI_PTR*)(First, Arguments...), Id> {
  static inline void(VKAPI_PTR* real)(First, Arguments...) = nullptr;
  static VKAPI_ATTR void VKAPI_CALL call(First first, Arguments... arguments) {
    if constexpr (sizeof...(Arguments) == 1) {
      if (first != nullptr) --live;
    } else {
      if (handle(arguments...) != nullptr) --live;
    }
    real(first, arguments...);
  }
  template <typename Handle>
  static const void* handle(Handle made, const VkAllocationCallbacks*) {
    return (const void*)made;
  }
};

template <typename Wrapper>
PFN_vkVoidFunction wrapped(PFN_vkVoidFunction real) {
  if (real == nullptr) return nullptr;
  Wrapper::real = reinterpret_cast<decltype(Wrapper::real)>(real);
  return reinterpret_cast<PFN_vkVoidFunction>(&Wrapper::call);
}

PFN_vkVoidFunction wrap(std::string_view name, PFN_vkVoidFunction real);

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL device_address(VkDevice device, const char* name) {
  return wrap(name, get_device_address(device, name));
}

PFN_vkVoidFunction wrap(std::string_view name, PFN_vkVoidFunction real) {
  if (name == "vkGetDeviceProcAddr") {
    get_device_address = reinterpret_cast<PFN_vkGetDeviceProcAddr>(real);
    return reinterpret_cast<PFN_vkVoidFunction>(&device_address);
  }
#define VYRE_ROW(function, makes) \
  if (name == #function) return wrapped<Faulty<PFN_##function, k_##function, makes>>(real);
  VYRE_FAULTY(VYRE_ROW)
#undef VYRE_ROW
#define VYRE_ROW(function) \
  if (name == #function) return wrapped<Unmaking<PFN_##function, __COUNTER__>>(real);
  VYRE_UNMAKING(VYRE_ROW)
#undef VYRE_ROW
  return real;
}

}  // namespace

#define VYRE_EXPORT extern "C" __attribute__((visibility("default")))

VYRE_EXPORT VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance instance,
                                                                           const char* name) {
  if (get_instance_address == nullptr) {
    void* const library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return nullptr;
    get_instance_address =
        reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library, "vkGetInstanceProcAddr"));
  }
  return wrap(name, get_instance_address(instance, name));
}

VYRE_EXPORT void vyre_faulty_set(vyre_faulty_strike strike) { striking = strike; }
VYRE_EXPORT const char* vyre_faulty_name(uint32_t function) {
  static const char* const names[] = {
#define VYRE_ROW(name, makes) #name,
      VYRE_FAULTY(VYRE_ROW)
#undef VYRE_ROW
  };
  return names[function];
}
VYRE_EXPORT int64_t vyre_faulty_live(void) { return live; }
