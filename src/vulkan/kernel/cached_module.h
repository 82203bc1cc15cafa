#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backend/device.h"
#include "spirv/lower.h"
#include "vulkan/device/logical_device.h"

namespace vyre::vulkan {

// The module of |request|: the one that its artifacts have, else lowered now.
Result<spirv::Module> cached_module(const backend::CompileRequest& request,
                                    const spirv::Target& target);

// As backend::Device::code_identity.
std::vector<uint8_t> code_identity_of(const LogicalDevice& device);
std::vector<uint8_t> code_identity_of(const spirv::Target& target,
                                      const profile::DeviceProfile& profile,
                                      std::span<const uint8_t> pipeline_cache_uuid);

}  // namespace vyre::vulkan
