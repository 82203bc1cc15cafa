#pragma once

#include <cstddef>
#include <span>

#include "backend/device.h"
#include "vulkan/kernel/kernel.h"

namespace vyre::vulkan {

// The bytes of the caller that |kernels| use where they lie, as |use| of their binding number |i|
// permits it; empty when they have to be copied. What is read of the input, or, where that lies in
// the same place or is none, the place for the output. The latter only of kernels that cannot trap:
// a dispatch that fails leaves outputs as they were.
std::span<std::byte> zero_copy_bytes(const LogicalDevice& device, Kernels kernels, size_t i,
                                     const backend::BufferUse& use);

}  // namespace vyre::vulkan
