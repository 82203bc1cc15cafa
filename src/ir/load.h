#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>

#include "base/status/status.h"
#include "ir/program/program.h"

namespace vyre::ir {

// Reads a program in either form, told by content: wire bytes begin with VYRE, JSON with a brace.
// |memory| is borrowed and must outlive the program. Fails with kMalformedWire or kMalformedJson.
Result<std::shared_ptr<const Program>> load_program(
    std::span<const uint8_t> bytes,
    std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}  // namespace vyre::ir
