#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "backend/device.h"
#include "vulkan/device/plain_types.h"

// From the loader to a backend, for callers that say no Vk.
namespace vyre::vulkan {

class VulkanDevice;
struct DeviceOptions;

// The loader, a Vulkan instance and the devices it found. Immutable after open_instance.
class Instance;

Result<std::shared_ptr<Instance>> open_instance(const InstanceOptions& options);

std::span<const DeviceInfo> list_devices(const Instance& instance);

// Errors that the validation layer has reported so far.
uint64_t validation_errors(const Instance& instance);

// Opens device |index| of list_devices(). The backend keeps the instance alive.
Result<std::shared_ptr<backend::Device>> create_device(std::shared_ptr<Instance> instance,
                                                       size_t index);

// create_device() with the seams that tests use.
Result<std::shared_ptr<VulkanDevice>> open_device(std::shared_ptr<Instance> instance, size_t index,
                                                  const DeviceOptions& options);

}  // namespace vyre::vulkan
