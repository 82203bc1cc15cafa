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

// The kernel of |request|, which has external code, when the device offers what it asks for:
// version, capabilities, extensions, limits. Refused by name otherwise.
Result<spirv::Module> external_module(const LogicalDevice& device,
                                      const backend::CompileRequest& request);

// Loads, stores and atomics of a SPIR-V module that touch storage buffers.
uint32_t count_buffer_accesses(std::span<const uint32_t> words);

// As backend::Capabilities::code_identity.
std::vector<uint8_t> code_identity_of(const LogicalDevice& device);
std::vector<uint8_t> code_identity_of(const spirv::Target& target,
                                      const profile::DeviceProfile& profile,
                                      std::span<const uint8_t> pipeline_cache_uuid);

}  // namespace vyre::vulkan
