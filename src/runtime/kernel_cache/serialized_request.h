#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "backend/device.h"
#include "base/status/status.h"
#include "runtime/context/context.h"

namespace vyre::runtime {

// Everything that a backend compiles from, as bytes: different requests have different bytes. What
// keys of compiled code are made of, and what a request can be made of again.
//
//   u32 segment number | 3 x u32 workgroup size
//   the program (runtime/kernel_cache/serialized_program.h)
//   parameters: where their literals stand among the program's, in order
//   the known launch
//   the specialization in canonical form; nothing when the program names no value
//   external code, when there is some
//
// Integers are little-endian; texts and lists follow their length as a u64.
//
// None for a request that cannot be written: it calls functions of this process, or the wire form
// cannot carry its program.
std::optional<std::vector<uint8_t>> serialized_request(const backend::CompileRequest& request);

// The same without the values that the program names: of code that serves all of them.
std::optional<std::vector<uint8_t>> serialized_for_any_values(
    const backend::CompileRequest& request);

// Fails with kInvalidArgument or kMalformedWire when the bytes are no serialized request. The
// program is not validated again.
Result<backend::CompileRequest> read_request(std::span<const uint8_t> serialized,
                                             const Context& context);

}  // namespace vyre::runtime
