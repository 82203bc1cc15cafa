#pragma once

#include <memory>

#include "backend/backend.h"
#include "vulkan/device/plain_types.h"

namespace vyre::vulkan {

// All devices that the Vulkan loader shows. Opens one instance, when it is first asked.
std::unique_ptr<backend::Backend> make_backend(InstanceOptions options);

}  // namespace vyre::vulkan
