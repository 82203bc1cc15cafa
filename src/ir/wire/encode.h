#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/status/status.h"
#include "ir/program/program.h"
#include "ir/wire/writer.h"

namespace vyre::ir {

// The wire bytes of |program|. Fails with kInvalidProgram when the format cannot carry it: a
// workgroup axis of zero, a workgroup or live-out buffer without a count, an output range outside
// its buffer, a sparse or mesh element, a malformed quantized element, over-long strings.
// Every program that decode_wire accepted encodes. The reverse does not hold: the format has no
// limit for the encoder where the decoder has one (depth 64), and buffers of Vec and TensorShaped
// elements encode without their parameters.
Result<std::vector<uint8_t>> encode_wire(const Program& program);

// The same to |out|, which is empty.
Status encode_wire(const Program& program, wire::Writer& out);

namespace wire {

// Writes the blob to |out|, which is empty, with the buffers in the order |buffers| (indices into
// Program::buffers) and the body as it is or in canonical form.
Status encode_program(const Program& program, std::span<const uint32_t> buffers, bool canonical,
                      Writer& out);

void write_hints(Writer& out, const Hints& hints);

}  // namespace wire

}  // namespace vyre::ir
