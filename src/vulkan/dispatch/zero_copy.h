#pragma once

#include <memory>
#include <span>
#include <vector>

#include "backend/device.h"
#include "vulkan/kernel/kernel.h"

namespace vyre::vulkan {

// Memory of the host that a device which shares it uses where it lies, so that nothing is copied.

// A smaller binding is copied faster than the device is told of its memory.
inline constexpr uint64_t kMinBytesInPlace = uint64_t{64} << 10;

// The bytes of binding number |i| of |kernels|, empty when they have to be copied: what is read of
// the caller's input, or, where its input lies in the same place or is none, the place for its
// output. The latter only by kernels that cannot trap: a dispatch that fails leaves outputs as they
// were.
std::span<std::byte> zero_copy_bytes(const LogicalDevice& device,
                                     std::span<const std::shared_ptr<const Kernel>> kernels,
                                     size_t i, const backend::BufferUse& use);

}  // namespace vyre::vulkan
