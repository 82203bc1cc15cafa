#pragma once

#include <random>

#include "ir/program/program.h"

namespace vyre::fuzz {

using Random = std::mt19937;

// A number below |limit|, which is not 0.
inline uint32_t below(Random& random, size_t limit) {
  return static_cast<uint32_t>(random() % limit);
}

// |program| with a few changes, most of which leave a valid program valid: another operator,
// literal, type or name, a part copied to elsewhere, out of |donor| too, statements wrapped, moved,
// repeated or left out, other buffers. Well-formed, though it may be larger than the wire format
// allows.
ir::Program mutated(const ir::Program& program, const ir::Program& donor, Random& random);

}  // namespace vyre::fuzz
