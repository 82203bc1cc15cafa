#include <algorithm>

#include "vulkan/backend/vulkan_device.h"
#include "vulkan/device/features.h"
#include "vulkan/device/vk_error.h"
#include "vulkan/interop/interop.h"

namespace vyre::vulkan {
namespace {

constexpr std::string_view kIdSuffix = ":host";  // tells it from a device that we open

Status missing_handle(std::string_view name) {
  return fail(Code::kInvalidArgument, "the description of the host's device has no ", name,
              ". Fix: set it to what the host's own Vulkan code uses");
}

Status check_handles(const HostDevice& host) {
  if (host.instance == nullptr) return missing_handle("instance");
  if (host.physical_device == nullptr) return missing_handle("physical_device");
  if (host.device == nullptr) return missing_handle("device");
  if (host.get_instance_proc_addr == nullptr) return missing_handle("get_instance_proc_addr");
  if ((host.lock == nullptr) != (host.unlock == nullptr)) {
    return fail(Code::kInvalidArgument, "the host's queue has ",
                host.lock != nullptr ? "lock and no unlock" : "unlock and no lock",
                ". Fix: give both, or none when no other thread uses the queue");
  }
  return {};
}

Status check_version(const HostDevice& host) {
  if (host.api_version >= VK_API_VERSION_1_2) return {};
  if (host.api_version == 0) return missing_handle("api_version");
  return fail(Code::kUnsupportedFeature, "the host's instance was made for Vulkan ",
              VK_API_VERSION_MAJOR(host.api_version), ".", VK_API_VERSION_MINOR(host.api_version),
              ", 1.2 is needed. Fix: make it with VkApplicationInfo::apiVersion of 1.2 or newer");
}

Status check_belongs(const Instance& instance, VkPhysicalDevice device) {
  std::vector<VkPhysicalDevice> all;
  const VkResult result = enumerate(all, [&](uint32_t* count, VkPhysicalDevice* devices) {
    return instance.vk().vkEnumeratePhysicalDevices(instance.handle(), count, devices);
  });
  if (result != VK_SUCCESS) return vk_error(result, "vkEnumeratePhysicalDevices");
  if (std::ranges::find(all, device) != all.end()) return {};
  return fail(Code::kInvalidArgument,
              "physical_device is none of those that the host's instance has. Fix: pass the one "
              "that the device was made from, and its instance");
}

Status check_features(const HostDevice& host) {
  if (!host.features) return {};
  const uint64_t missing = required_features() & ~*host.features;
  if (missing == 0) return {};
  return fail(Code::kUnsupportedFeature, "the host's device was made without ",
              feature_names(missing),
              ". Fix: enable what vyre_vulkan_get_requirements lists as required");
}

Result<PhysicalDevice> describe(const Instance& instance, const HostDevice& host) {
  const auto handle = static_cast<VkPhysicalDevice>(host.physical_device);
  VYRE_RETURN_IF_ERROR(check_belongs(instance, handle));
  PhysicalDevice device = describe_device(instance.vk(), handle);
  VYRE_RETURN_IF_ERROR(check_usable(device));
  VYRE_RETURN_IF_ERROR(use_queue_family(instance.vk(), device, host.queue_family));
  const uint64_t enabled = host.features.value_or(required_features());
  device.left_off = device.features & ~enabled;
  device.features &= enabled;
  describe_enabled_features(device);
  std::erase_if(device.extensions, [&](std::string_view name) {
    return std::ranges::find(host.extensions, name) == host.extensions.end();
  });
  const auto has = [&](std::string_view name) {
    return std::ranges::find(device.extensions, name) != device.extensions.end();
  };
  if (!has(VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME)) {
    device.host_import_alignment = device.profile.host_import_alignment = 0;
  }
  if (!has("VK_KHR_calibrated_timestamps") && !has("VK_EXT_calibrated_timestamps")) {
    device.calibrated_timestamps = nullptr;
  }
  device.api_version = std::min(device.api_version, host.api_version);
  device.id += kIdSuffix;
  return device;
}

Result<VkQueue> find_queue(const Instance& instance, const HostDevice& host) {
  if (host.records_only) return VkQueue(VK_NULL_HANDLE);
  if (host.queue != nullptr) return static_cast<VkQueue>(host.queue);
  const auto device = static_cast<VkDevice>(host.device);
  const LoaderLock lock;
  const auto get_queue = reinterpret_cast<PFN_vkGetDeviceQueue2>(
      instance.vk().vkGetDeviceProcAddr(device, "vkGetDeviceQueue2"));
  const auto get_plain_queue = reinterpret_cast<PFN_vkGetDeviceQueue>(
      instance.vk().vkGetDeviceProcAddr(device, "vkGetDeviceQueue"));
  auto info = structure<VkDeviceQueueInfo2>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_INFO_2);
  info.flags = host.queue_flags;
  info.queueFamilyIndex = host.queue_family;
  info.queueIndex = host.queue_index;
  VkQueue queue = VK_NULL_HANDLE;
  // The older function knows no flags, the newer one is not for queues without.
  if (host.queue_flags != 0 && get_queue != nullptr) get_queue(device, &info, &queue);
  if (host.queue_flags == 0 && get_plain_queue != nullptr) {
    get_plain_queue(device, host.queue_family, host.queue_index, &queue);
  }
  if (queue != VK_NULL_HANDLE) return queue;
  return fail(Code::kInvalidArgument, "the host's device has no queue ", host.queue_index,
              " of family ", host.queue_family, " with the creation flags ", host.queue_flags,
              ". Fix: pass the flags of its VkDeviceQueueCreateInfo, or the queue itself");
}

Status check_names(const Instance& instance, const HostDevice& host) {
  if (!host.names_objects || instance.vk().vkSetDebugUtilsObjectNameEXT != nullptr) return {};
  return fail(Code::kInvalidArgument,
              "the host's instance is said to have VK_EXT_debug_utils and has no "
              "vkSetDebugUtilsObjectNameEXT. Fix: enable the extension or leave the flag out");
}

// A device that was made for an older version has no such functions.
Status check_functions(const LogicalDevice& device) {
  const DeviceTable& vk = device.vk();
  if (vk.vkQueueSubmit != nullptr && vk.vkWaitSemaphores != nullptr &&
      vk.vkGetSemaphoreCounterValue != nullptr) {
    return {};
  }
  return fail(Code::kInvalidArgument,
              "the host's device has no vkWaitSemaphores. Fix: make instance and device for "
              "Vulkan 1.2, and pass the device that belongs to the instance");
}

}  // namespace

Result<std::shared_ptr<VulkanDevice>> borrow_device(const HostDevice& host,
                                                    const InstanceOptions& instance_options,
                                                    const DeviceOptions& options) {
  VYRE_RETURN_IF_ERROR(check_handles(host));
  VYRE_RETURN_IF_ERROR(check_version(host));
  VYRE_RETURN_IF_ERROR(check_features(host));
  const auto get_address = reinterpret_cast<PFN_vkGetInstanceProcAddr>(host.get_instance_proc_addr);
  VYRE_ASSIGN_OR_RETURN(
      auto instance,
      Instance::borrow(get_address, static_cast<VkInstance>(host.instance), instance_options));
  VYRE_RETURN_IF_ERROR(check_names(*instance, host));
  VYRE_ASSIGN_OR_RETURN(const PhysicalDevice physical, describe(*instance, host));
  VYRE_ASSIGN_OR_RETURN(const VkQueue queue, find_queue(*instance, host));
  auto device = LogicalDevice::borrow(std::move(instance), physical, host, queue, options);
  VYRE_RETURN_IF_ERROR(check_functions(*device));
  return VulkanDevice::over(std::move(device), options);
}

Result<std::shared_ptr<backend::Device>> import_device(const HostDevice& host,
                                                       const InstanceOptions& options) {
  VYRE_ASSIGN_OR_RETURN(auto backend, borrow_device(host, options, {}));
  return std::shared_ptr<backend::Device>(std::move(backend));
}

}  // namespace vyre::vulkan
