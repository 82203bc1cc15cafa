#pragma once

#include <cstdint>
#include <vector>

#include "base/hash/blake3.h"
#include "base/status/status.h"
#include "ir/program/program.h"

namespace vyre::ir {

// The wire bytes of the canonical form: buffers sorted, blocks without a Let dissolved into the
// list around them, operands of commutative operators ordered. Programs that differ only in these
// have the same canonical bytes. Fails like encode_wire.
Result<std::vector<uint8_t>> encode_canonical(const Program& program);

// The structural identity of a program: BLAKE3 of its canonical bytes.
Result<Digest> fingerprint(const Program& program);

}  // namespace vyre::ir
