#pragma once

#include <functional>
#include <memory>

#include "vulkan/context/open_device.h"

namespace vyre::vulkan {

// Opens the device of a lost OpenDevice again. Empty where the device is not ours to open.
using Recover = std::function<Result<std::shared_ptr<OpenDevice>>(const OpenDevice& lost)>;

// Describes and opens |physical| anew. Refuses an adapter that is another than before, or has
// other limits, naming the first difference.
Recover recover_same(std::shared_ptr<Instance> instance, VkPhysicalDevice physical,
                     DeviceOptions options);

}  // namespace vyre::vulkan
