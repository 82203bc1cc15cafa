#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/status/status.h"

namespace vyre::spirv {

// SPIRV-Tools, where the library was built with them (VYRE_WITH_SPIRV_TOOLS).
bool has_tools();

// Whether |words| are a module that a device of Vulkan 1.2 takes; the validator's complaint when
// they are not. Success when has_tools() is false.
Status validate_module(std::span<const uint32_t> words);

// |words|, valid, with every index kept inside what it indexes. Fails when has_tools() is false.
Result<std::vector<uint32_t>> checked_module(std::span<const uint32_t> words);

}  // namespace vyre::spirv
