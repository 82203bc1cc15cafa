#pragma once

#include <functional>
#include <memory>

#include "vulkan/context/open_device.h"

namespace vyre::vulkan {

// Opens the device of a lost Core again. Empty where the device is not ours to open.
using Reopen = std::function<Result<std::shared_ptr<Core>>(const Core& lost)>;

// Describes and opens |physical| anew. Refuses an adapter that is another than before, or has
// other limits, naming the first difference.
Reopen reopen_same(std::shared_ptr<Instance> instance, VkPhysicalDevice physical,
                   DeviceOptions options);

}  // namespace vyre::vulkan
