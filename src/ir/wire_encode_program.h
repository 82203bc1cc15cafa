#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/status.h"
#include "ir/program.h"
#include "ir/wire_writer.h"

namespace vyre::ir::wire {

// The blob with the buffers in the order |buffers| (indices into Program::buffers) and the body as
// it is or in canonical form.
Result<std::vector<uint8_t>> encode_program(const Program& program,
                                            std::span<const uint32_t> buffers, bool canonical);

void write_hints(Writer& out, const Hints& hints);

}  // namespace vyre::ir::wire
