#pragma once

#include "random.h"
#include "sketch.h"

namespace vyre::differential {

// Numbers at which something changes, small ones, and any.
uint32_t draw_word(Random& random);
uint32_t draw_float(Random& random);   // bits of an f32
uint64_t draw_double(Random& random);  // bits of an f64

// |size| bytes as a buffer of |type| may hold them. Later runs get wilder numbers.
Bytes draw_bytes(Random& random, std::string_view type, uint64_t size, size_t run);

}  // namespace vyre::differential
