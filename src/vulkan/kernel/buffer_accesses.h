#pragma once

#include <cstdint>
#include <span>

namespace vyre::vulkan {

// Loads, stores and atomics of a SPIR-V module that touch storage buffers.
uint32_t count_buffer_accesses(std::span<const uint32_t> words);

}  // namespace vyre::vulkan
