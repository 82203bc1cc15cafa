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
Result<std::vector<uint8_t>> encode_canonical(const Program& program, WireForm form);
// In form 4 where that says all of |program|, else in form 6. Never in 4 op, in which a program may
// have the bytes of another one in form 4.
Result<std::vector<uint8_t>> encode_canonical(const Program& program);

// What front ends of that form call the program: BLAKE3 of its canonical bytes.
Result<Digest> fingerprint(const Program& program, WireForm form);

// The identity of a program: of the canonical bytes that say all of it, with its semantics where
// those of the form are not its own.
Result<Digest> fingerprint(const Program& program);

}  // namespace vyre::ir
