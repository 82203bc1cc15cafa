#include "vulkan/backend/open.h"

#include "vulkan/backend/vulkan_device.h"

namespace vyre::vulkan {

Result<std::shared_ptr<Instance>> open_instance(const InstanceOptions& options) {
  return Instance::open(options);
}

std::span<const DeviceInfo> list_devices(const Instance& instance) { return instance.infos(); }

uint64_t validation_errors(const Instance& instance) { return instance.messages().errors(); }

Result<std::shared_ptr<VulkanDevice>> open_device(std::shared_ptr<Instance> instance, size_t index,
                                                  const DeviceOptions& options) {
  if (index >= instance->devices().size()) {
    return fail(Code::kNotFound, "Vulkan device ", index, " was asked for, ",
                instance->devices().size(),
                " are there. Fix: install a driver for the device (Debian: mesa-vulkan-drivers, or "
                "the vendor's) or choose one of those listed");
  }
  const PhysicalDevice& physical = instance->devices()[index];
  VYRE_RETURN_IF_ERROR(check_usable(physical));
  return VulkanDevice::open(instance, physical, options);
}

Result<std::shared_ptr<backend::Device>> create_device(std::shared_ptr<Instance> instance,
                                                       size_t index) {
  DeviceOptions options;
  options.optimizations = instance->optimizations();
  VYRE_ASSIGN_OR_RETURN(auto backend, open_device(std::move(instance), index, options));
  return std::shared_ptr<backend::Device>(std::move(backend));
}

}  // namespace vyre::vulkan
