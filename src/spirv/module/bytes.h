#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/status/status.h"
#include "spirv/module/module.h"

namespace vyre::spirv {

// A module as bytes that say all of it, and back. Reading fails with kInvalidArgument when the
// bytes are anything else; what the words mean is not looked at.
std::vector<uint8_t> to_bytes(const Module& module);
Result<Module> from_bytes(std::span<const uint8_t> bytes);

}  // namespace vyre::spirv
