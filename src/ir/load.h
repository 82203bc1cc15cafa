#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/status/status.h"
#include "ir/program/program.h"
#include "ir/wire/decode.h"

namespace vyre::ir {

// Reads a program in either form, told by content: wire bytes begin with VYRE, JSON with a brace.
// Fails with kMalformedWire or kMalformedJson.
Result<std::shared_ptr<const Program>> load_program(std::span<const uint8_t> bytes,
                                                    const DecodeOptions& options = {});

}  // namespace vyre::ir
