#pragma once

#include "spirv/module/code_writer.h"
#include "spirv/module/ir_names.h"

namespace vyre::spirv {

namespace f32 {
inline constexpr uint32_t kSignBit = 0x80000000u;
inline constexpr uint32_t kMagnitudeBits = 0x7FFFFFFFu;
inline constexpr uint32_t kMantissaBits = 0x007FFFFFu;
inline constexpr uint32_t kNan = 0x7FC00000u;
inline constexpr uint32_t kInfinity = 0x7F800000u;
inline constexpr uint32_t kSmallestNormal = 0x00800000u;
inline constexpr uint32_t kOne = 0x3F800000u;
inline constexpr uint32_t kTwoTo31 = 0x4F000000u;
inline constexpr uint32_t kTwoTo32 = 0x4F800000u;
}  // namespace f32

// What integer instructions make of the bits of an f32, and conversions. Bits are canonical unless
// a comment says otherwise: NaN is 0x7FC00000 and no value is subnormal.
class F32Bits {
 public:
  explicit F32Bits(CodeWriter& code) : code_(code) {}

  // Pieces, of any bits.
  Id magnitude(Id bits) {
    return code_.word(SpvOpBitwiseAnd, bits, code_.constant(f32::kMagnitudeBits));
  }
  Id sign(Id bits) { return code_.word(SpvOpBitwiseAnd, bits, code_.constant(f32::kSignBit)); }
  Id exponent(Id bits) {  // biased
    return code_.word(SpvOpShiftRightLogical, magnitude(bits), code_.constant(23));
  }
  Id mantissa(Id bits);  // of a normal number, with its leading one
  Id is_negative(Id bits) { return code_.test(SpvOpSLessThan, bits, code_.constant(0)); }
  Id is_nan(Id bits) {
    return code_.test(SpvOpUGreaterThan, magnitude(bits), code_.constant(f32::kInfinity));
  }
  Id is_true(Id bits);                          // not zero; NaN is true
  Id is_subnormal_free(Id bits, int exponent);  // not below 2^exponent or zero

  // Canonical bits of any.
  Id canonical(Id bits);
  Id canonical_nan(Id bits) {  // of what is canonical but for the bits of NaN
    return code_.select(is_nan(bits), code_.constant(f32::kNan), bits);
  }
  Id flushed(Id bits);  // canonical but for the bits of NaN

  // |op| of signed words that are in the order of the numbers. +0 and -0 are equal, NaN is
  // unordered.
  Id compare(SpvOp op, Id a, Id b);

  Id negate(Id a);
  Id sign_of(Id a);
  Id round(UnOp op, Id a);  // Floor, Ceil, Round, Trunc

  Id as_f32(Id bits) { return code_.emit(SpvOpBitcast, code_.module().f32_type(), {bits}); }
  Id from_u32(Id word) { return from_integer(SpvOpConvertUToF, word); }
  Id from_i32(Id word) { return from_integer(SpvOpConvertSToF, word); }
  Id to_u32(Id bits);  // truncated, saturated, NaN to 0
  Id to_i32(Id bits);
  Id fits_u32(Id bits);  // finite and within [0, 2^32 - 1]

  // As ir/math/half.h has them.
  Id from_f16(Id half);
  Id to_f16(Id bits);
  Id from_bf16(Id half) {
    return canonical(code_.word(SpvOpShiftLeftLogical, half, code_.constant(16)));
  }
  Id to_bf16(Id bits);

 private:
  Id from_integer(SpvOp op, Id word);
  Id order_key(Id bits);
  Id ordered(Id a, Id b);
  Id rounding_bias(UnOp op, Id a, Id mask);
  Id rounded_fraction(UnOp op, Id a);
  Id shifted_to_even(Id word, Id shift);

  CodeWriter& code_;
};

}  // namespace vyre::spirv
