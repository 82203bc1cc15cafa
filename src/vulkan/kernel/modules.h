#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backend/device.h"
#include "vulkan/device/logical_device.h"

namespace vyre::vulkan {

// The kernel of |source|, which has external code, when the device offers what it asks for:
// version, capabilities, extensions, limits. Refused by name otherwise.
Result<spirv::Module> external_module(const backend::DeviceView& view, const PhysicalDevice& device,
                                      const launch::KernelSource& source);

// What a device offers them.
backend::ModuleOffer module_offer(const PhysicalDevice& device);

// Whether a float control is one of the device's: "shaderDenormPreserveFloat16".
bool has_float_property(const PhysicalDevice& device, std::string_view name);

// What atomics of a SPIR-V module on 64-bit integers and floats need.
struct AtomicNeeds {
  uint64_t features = 0;   // of features.h
  bool of_texels = false;  // what no feature of that list allows
};
AtomicNeeds atomic_needs(std::span<const uint32_t> words);

// Loads, stores and atomics of a SPIR-V module that touch storage buffers.
uint32_t count_buffer_accesses(std::span<const uint32_t> words);

}  // namespace vyre::vulkan
