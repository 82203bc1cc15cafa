#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backend/device.h"
#include "vulkan/device/logical_device.h"

namespace vyre::vulkan {

// The kernel of |source|, which has external code, when the device offers what it asks for:
// version, capabilities, extensions, limits. Refused by name otherwise.
Result<spirv::Module> external_module(const backend::DeviceView& device,
                                      const launch::KernelSource& source);

// What a device offers them.
backend::ModuleOffer module_offer(const PhysicalDevice& device);

// Whether a SPIR-V module has an atomic on a 64-bit integer in workgroup memory.
bool has_wide_workgroup_atomics(std::span<const uint32_t> words);

// Loads, stores and atomics of a SPIR-V module that touch storage buffers.
uint32_t count_buffer_accesses(std::span<const uint32_t> words);

}  // namespace vyre::vulkan
