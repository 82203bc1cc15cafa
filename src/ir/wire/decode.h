#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>

#include "base/status/status.h"
#include "ir/program/limits.h"
#include "ir/program/program.h"

namespace vyre::ir {

// Reads one program from its wire bytes (magic VYRE, schema 4). |memory| is borrowed and must
// outlive the program. Fails with kMalformedWire, naming the rule that is broken, the byte and the
// value.
Result<std::shared_ptr<const Program>> decode_wire(
    std::span<const uint8_t> bytes,
    std::pmr::memory_resource* memory = std::pmr::get_default_resource(),
    const LoadBounds& bounds = {});

}  // namespace vyre::ir
