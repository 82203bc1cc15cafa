#pragma once

#include "spirv/module/code_writer.h"
#include "spirv/operators/f32_bits.h"
#include "spirv/operators/word_pairs.h"

namespace vyre::spirv {

// Conversions of f64 values, which travel as their two words, by integer instructions alone and
// therefore exact on every device.
class Float64 {
 public:
  explicit Float64(CodeWriter& code) : code_(code), pairs_(code), words_(code) {}

  Id to_f32(const Pair& bits);  // rounded to nearest, ties to even, and canonical
  Pair from_f32(Id canonical);  // exact
  Id f32_from_u64(const Pair& number);

  Id is_true(const Pair& bits) {  // not zero; NaN is true
    return pairs_.non_zero({bits.low, magnitude(bits)});
  }
  Id fits_u32(const Pair& bits);  // within [0, 2^32 - 1]
  Id fits_u64(const Pair& bits);  // within [0, 2^64)
  Id to_u32(const Pair& bits);    // truncated, saturated, NaN to 0
  Id to_i32(const Pair& bits);
  Pair to_u64(const Pair& bits);  // truncated; only what fits_u64

 private:
  Id magnitude(const Pair& bits) { return words_.magnitude(bits.high); }  // of the high word
  Id is_negative(const Pair& bits) { return words_.is_negative(bits.high); }
  Id is_nan(const Pair& bits);
  Id is_minus_zero(const Pair& bits) {
    return pairs_.equal(bits, pairs_.constant(f32::kSignBit, 0));
  }
  Id below(const Pair& bits, uint32_t high) {  // the magnitude is below this high word and zeros
    return code_.test(SpvOpULessThan, magnitude(bits), code_.constant(high));
  }
  Id rounded(const Pair& bits);
  Id flushed(const Pair& bits);
  Pair significand(const Pair& bits);
  Id whole_word(const Pair& bits);

  CodeWriter& code_;
  WordPairs pairs_;
  F32Bits words_;  // the sign of an f64 stands where that of an f32 does
};

}  // namespace vyre::spirv
