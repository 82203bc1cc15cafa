#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/status/status.h"
#include "ir/program/program.h"
#include "ir/wire/writer.h"

namespace vyre::ir {

// The form that |program| is written in unless told otherwise: the one that it was read in, 5 as 6.
// A program that was not read, or in form 1, is written in form 4 where that has one reading and
// the same meaning, else in form 6.
WireForm default_form(const Program& program);

// The wire bytes of |program| in |form|, one of 4, 4 op and 6. Fails with kInvalidProgram when the
// format cannot carry it: a workgroup axis of zero, a workgroup or live-out buffer without a count,
// an output range outside its buffer, a sparse or mesh element, a malformed quantized element,
// over-long strings, and what came with a later form. Every program that decode_wire accepted
// encodes. The reverse does not hold: the format has no limit for the encoder where the decoder has
// one (depth 64), and buffers of Vec and TensorShaped elements encode without their parameters.
Result<std::vector<uint8_t>> encode_wire(const Program& program, WireForm form);
Result<std::vector<uint8_t>> encode_wire(const Program& program);  // in its default form

// The same to |out|, which is empty.
Status encode_wire(const Program& program, WireForm form, wire::Writer& out);

namespace wire {

// How a blob is written.
struct Layout {
  WireForm form = WireForm::k4;
  std::span<const uint32_t> buffers;  // their order, by index
  bool canonical = false;             // the body, or as it is
};

// Writes the blob to |out|, which is empty.
Status encode_program(const Program& program, const Layout& layout, Writer& out);

void write_hints(Writer& out, const Hints& hints);
// The predicate of that number, or none. False when a number does not fit.
bool write_predicate(Writer& out, const Program& program, uint32_t id);

}  // namespace wire

}  // namespace vyre::ir
