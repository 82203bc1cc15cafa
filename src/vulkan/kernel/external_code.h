#pragma once

#include "backend/device.h"
#include "spirv/lower.h"
#include "vulkan/device/logical_device.h"

namespace vyre::vulkan {

// The kernel of |request|, which has external code, when the device offers what it asks for:
// version, capabilities, extensions, limits. Refused by name otherwise.
Result<spirv::Module> external_module(const LogicalDevice& device,
                                      const backend::CompileRequest& request);

}  // namespace vyre::vulkan
