#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spirv/module/target.h"

namespace vyre::kernel_host {

// What of a device compiled code depends on, as backend::Capabilities::code_identity: all that
// lowering asks |target| for, and |driver|, what the driver says of the code that it makes itself
// (of Vulkan the pipelineCacheUUID).
std::vector<uint8_t> code_identity_of(const spirv::Target& target, std::span<const uint8_t> driver);

}  // namespace vyre::kernel_host
