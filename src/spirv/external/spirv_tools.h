#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/status/status.h"

namespace vyre::spirv {

// SPIRV-Tools, where the library was built with them (VYRE_WITH_SPIRV_TOOLS).
bool has_tools();

// What a device allows beside Vulkan 1.2.
struct ModuleRules {
  bool version_1_3 = false;
  bool scalar_layout = false;            // in buffers
  bool uniform_standard_layout = false;  // in uniform buffers, as in storage buffers
  bool workgroup_scalar_layout = false;
};
inline constexpr ModuleRules kAllRules = {true, true, true, true};

// Whether |words| are a module that such a device takes; the validator's complaint when they are
// not. Success when has_tools() is false, and where they have a capability that it does not know.
Status validate_module(std::span<const uint32_t> words, const ModuleRules& rules = {});

// |words|, valid, with every index kept inside what it indexes. Fails when has_tools() is false.
Result<std::vector<uint32_t>> checked_module(std::span<const uint32_t> words);

}  // namespace vyre::spirv
