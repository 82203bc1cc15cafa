#include "vulkan/device/logical_device.h"

#include "vulkan/device/feature_chain.h"
#include "vulkan/device/vk_error.h"

namespace vyre::vulkan {

spirv::Target target_of(const PhysicalDevice& physical, const DeviceOptions& options) {
  spirv::Target target{physical.profile};
  target.min_coarsened_invocations = options.min_coarsened_invocations;
  target.optimizations = options.optimizations;
  return target;
}

Result<std::unique_ptr<LogicalDevice>> LogicalDevice::open(std::shared_ptr<Instance> instance,
                                                           const PhysicalDevice& physical,
                                                           const DeviceOptions& options) {
  std::unique_ptr<LogicalDevice> device(new LogicalDevice(std::move(instance), physical, options));
  VYRE_RETURN_IF_ERROR(device->create(options));
  return device;
}

std::unique_ptr<LogicalDevice> LogicalDevice::borrow(std::shared_ptr<Instance> instance,
                                                     const PhysicalDevice& physical,
                                                     const HostDevice& host, VkQueue queue,
                                                     const DeviceOptions& options) {
  std::unique_ptr<LogicalDevice> device(new LogicalDevice(std::move(instance), physical, options));
  device->handle_ = static_cast<VkDevice>(host.device);
  device->queue_ = queue;
  device->borrowed_ = host;
  device->borrowed_->allocation_callbacks = nullptr;
  device->borrowed_->queue = queue;
  device->borrowed_->extensions.clear();
  if (host.allocation_callbacks != nullptr) {
    device->callbacks_ = *static_cast<const VkAllocationCallbacks*>(host.allocation_callbacks);
  }
  const LoaderLock lock;
  device->load_functions(options);
  const InstanceTable& vk = device->instance_->vk();
  if (host.names_objects) {
    device->debug_ = {vk, device->handle_, vk.vkCmdBeginDebugUtilsLabelEXT != nullptr};
  }
  return device;
}

LogicalDevice::LogicalDevice(std::shared_ptr<Instance> instance, const PhysicalDevice& physical,
                             const DeviceOptions& options)
    : instance_(std::move(instance)),
      counters_(options.counters != nullptr ? options.counters
                                            : std::make_shared<kernel_host::DeviceCounters>(
                                                  instance_->observation().times)),
      account_(options.account != nullptr ? options.account
                                          : std::make_shared<backend::MemoryAccount>()),
      physical_(physical),
      observes_(counters_->times() || instance_->observation().trace != nullptr) {
  if (options.patch_device) options.patch_device(physical_);
  target_ = target_of(physical_, options);
  shares_memory_ = profile().host_memory_is_device_memory && !options.force_staging;
}

LogicalDevice::~LogicalDevice() {
  const LoaderLock lock;
  if (!borrowed_ && vk_.vkDestroyDevice != nullptr) vk_.vkDestroyDevice(handle_, nullptr);
}

Status LogicalDevice::create(const DeviceOptions& options) {
  const float priority = 1.0f;
  auto queue = structure<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
  queue.queueFamilyIndex = physical_.compute_family;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  FeatureChain features(physical_.extensions);
  switch_on(&features.base, physical_.features);
  auto info = structure<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  info.pNext = &features.base;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  info.enabledExtensionCount = static_cast<uint32_t>(physical_.extensions.size());
  info.ppEnabledExtensionNames = physical_.extensions.data();

  const InstanceTable& vk = instance_->vk();
  const LoaderLock lock;
  const VkResult result = vk.vkCreateDevice(physical_.handle, &info, nullptr, &handle_);
  if (result != VK_SUCCESS) return error(result, "vkCreateDevice");
  load_functions(options);
  vk_.vkGetDeviceQueue(handle_, physical_.compute_family, 0, &queue_);
  if (instance_->names_objects() && vk.vkSetDebugUtilsObjectNameEXT != nullptr) {
    debug_ = {vk, handle_, instance_->observation().labels};
  }
  return {};
}

// Under the loader's lock.
void LogicalDevice::load_functions(const DeviceOptions& options) {
  vk_ = load_device_table(instance_->vk().vkGetDeviceProcAddr, handle_);
  if (options.patch_functions) options.patch_functions(vk_);
  if (trace() != nullptr) start_trace();
}

// Where the extension is not enabled the loader has no such function.
void LogicalDevice::start_trace() {
  PFN_vkVoidFunction calibrated = nullptr;
  if (physical_.calibrated_timestamps != nullptr) {
    for (const char* name : {"vkGetCalibratedTimestampsKHR", "vkGetCalibratedTimestampsEXT"}) {
      if (calibrated == nullptr) {
        calibrated = instance_->vk().vkGetDeviceProcAddr(handle_, name);
      }
    }
  }
  clock_ = std::make_unique<DeviceClock>(
      physical_, handle_, reinterpret_cast<PFN_vkGetCalibratedTimestampsEXT>(calibrated));
  trace_queue_ = trace()->add_queue(profile().name);
}

Status LogicalDevice::error(VkResult result, std::string_view call, Code code) const {
  notice(result);
  return vk_error(result, call, code);
}

void LogicalDevice::notice(VkResult result) const {
  if (result == VK_ERROR_DEVICE_LOST && !lost_.exchange(true))
    kernel_host::DeviceCounters::add(counters_->device_losses);
}

Status LogicalDevice::lost_error() const {
  const std::string_view what = borrowed_ ? "the host's device '" : "device '";
  const std::string_view fix = borrowed_
                                   ? "destroy it, make another one and import that"
                                   : "vyre_device_recover, or destroy the device and open it again";
  Status status = fail(Code::kDeviceLost, what, physical_.id,
                       "' is lost: an earlier call failed with VK_ERROR_DEVICE_LOST. Fix: ", fix);
  status.info().native_code = VK_ERROR_DEVICE_LOST;
  return status;
}

Status LogicalDevice::records_only_error() const {
  return fail(Code::kUnsupportedFeature, "the host's device '", physical_.id,
              "' was imported to record only, so nothing is submitted to it. Fix: record into a "
              "command buffer of the host (vyre_recording_add_dispatch, vyre_recording_add_write, "
              "vyre_recording_add_read), or import the device with a queue");
}

}  // namespace vyre::vulkan
