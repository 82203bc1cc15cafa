#pragma once

#include <cstdint>
#include <span>

#include "base/status/status.h"
#include "ir/program/program.h"
#include "ir/wire/writer.h"

namespace vyre::ir::wire {

// Writes the blob to |out|, which is empty, with the buffers in the order |buffers| (indices into
// Program::buffers) and the body as it is or in canonical form.
Status encode_program(const Program& program, std::span<const uint32_t> buffers, bool canonical,
                      Writer& out);

void write_hints(Writer& out, const Hints& hints);

}  // namespace vyre::ir::wire
