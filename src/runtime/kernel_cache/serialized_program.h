#pragma once

#include <memory>
#include <vector>

#include "base/encoding/byte_stream.h"
#include "base/status/status.h"
#include "ir/program/program.h"
#include "runtime/context/context.h"

namespace vyre::runtime {

// The expressions of a program in the order in which they stand: the same for equal programs,
// whatever their ids.
std::vector<ir::ExprId> exprs_in_order(const ir::Program& program);

// A program as bytes that say all of it, beside those of the wire form what that leaves out:
//
//   the wire form, of a copy in which every buffer can be carried
//   for each buffer: the spelling of its element type | u8 whether it is live out | u8 an output
//   for each f32 literal that the wire form rounds: u64 its place in order | u32 its bits
//
// Lists follow their length as a u64, and so do texts. False when no wire form carries it.
bool write_program(ByteWriter& out, const ir::Program& program);

// Fails with kInvalidArgument or kMalformedWire when no program was written there.
Result<std::shared_ptr<const ir::Program>> read_program(ByteReader& in, const Context& context);

}  // namespace vyre::runtime
