#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backend/device.h"
#include "spirv/lower.h"
#include "vulkan/device/logical_device.h"

namespace vyre::vulkan {

// The module of |request|: the one that its artefacts have, else lowered now.
Result<spirv::Module> code_of(const backend::CompileRequest& request, const spirv::Target& target);

// As backend::Backend::code_identity.
std::vector<uint8_t> code_identity_of(const Device& device);
std::vector<uint8_t> code_identity_of(const spirv::Target& target,
                                      const backend::DeviceProfile& profile,
                                      std::span<const uint8_t> pipeline_cache_uuid);

}  // namespace vyre::vulkan
