#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/status/status.h"
#include "launch/kernel_source.h"
#include "runtime/context/context.h"

namespace vyre::runtime {

// The source of a kernel as bytes: different sources have different bytes. What keys of compiled
// code are made of, and what a source can be made of again.
//
//   u32 segment number | 3 x u32 workgroup size | u8 whether it is guarded
//   the program: its wire form, and what that leaves out
//   parameters: where their literals stand among the program's, in order
//   the known launch
//   the specialization in canonical form; nothing when the program names no value
//   external code, when there is some
//   the functions of ops that it calls
//   u8 whether a signed division without a result gives 0
//   the paths of the statements, where they are others than in this program
//
// Integers are little-endian; texts and lists follow their length as a u64.
//
// None for a source that cannot be written: it calls what only this process has, or the wire form
// cannot carry its program.
std::optional<std::vector<uint8_t>> serialized_source(const launch::KernelSource& source);

// The same without the values that the program names: of code that serves all of them.
std::optional<std::vector<uint8_t>> serialized_for_any_values(const launch::KernelSource& source);

// Fails with kInvalidArgument or kMalformedWire when the bytes are no serialized source. The
// program is not validated again.
Result<launch::KernelSource> read_source(std::span<const uint8_t> serialized,
                                         const Context& context);

}  // namespace vyre::runtime
