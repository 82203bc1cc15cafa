#include "spirv/operators/f32_bits.h"

namespace vyre::spirv {

Id F32Bits::mantissa(Id bits) {
  const Id fraction = code_.word(SpvOpBitwiseAnd, bits, code_.constant(f32::kMantissaBits));
  return code_.word(SpvOpBitwiseOr, fraction, code_.constant(f32::kSmallestNormal));
}

// Canonical bits hold nothing between zero and the smallest normal number. Asked whether they
// differ from zero, NVIDIA's compiler asks what they were before they became canonical.
Id F32Bits::is_true(Id bits) {
  return code_.test(SpvOpUGreaterThanEqual, magnitude(bits), code_.constant(f32::kSmallestNormal));
}

// Zero becomes the largest word.
Id F32Bits::is_subnormal_free(Id bits, int exponent) {
  const uint32_t least = static_cast<uint32_t>(exponent + 127) << 23;
  const Id one_less = code_.word(SpvOpISub, magnitude(bits), code_.constant(1));
  return code_.test(SpvOpUGreaterThanEqual, one_less, code_.constant(least - 1));
}

Id F32Bits::canonical(Id bits) {
  const Id size = magnitude(bits);
  const Id is_small = code_.test(SpvOpULessThan, size, code_.constant(f32::kSmallestNormal));
  const Id flushed = code_.select(is_small, sign(bits), bits);
  const Id nan = code_.test(SpvOpUGreaterThan, size, code_.constant(f32::kInfinity));
  return code_.select(nan, code_.constant(f32::kNan), flushed);
}

Id F32Bits::flushed(Id bits) {
  const Id is_small =
      code_.test(SpvOpULessThan, magnitude(bits), code_.constant(f32::kSmallestNormal));
  return code_.select(is_small, sign(bits), bits);
}

// Ascending as a signed number; one key for both zeros.
Id F32Bits::order_key(Id bits) {
  const Id mirrored = code_.word(SpvOpISub, code_.constant(f32::kSignBit), bits);
  return code_.select(is_negative(bits), mirrored, bits);
}

Id F32Bits::ordered(Id a, Id b) {
  const Id any = code_.test(SpvOpLogicalOr, is_nan(a), is_nan(b));
  return code_.test(SpvOpLogicalNot, any);
}

Id F32Bits::compare(SpvOp op, Id a, Id b) {
  const Id holds = code_.test(op, order_key(a), order_key(b));
  return code_.test(SpvOpLogicalAnd, holds, ordered(a, b));
}

Id F32Bits::negate(Id a) {
  const Id flipped = code_.word(SpvOpBitwiseXor, a, code_.constant(f32::kSignBit));
  return code_.select(is_nan(a), a, flipped);
}

Id F32Bits::sign_of(Id a) {
  const Id one = code_.word(SpvOpBitwiseOr, sign(a), code_.constant(f32::kOne));
  const Id of_number = code_.select(is_true(a), one, code_.constant(0));
  return code_.select(is_nan(a), a, of_number);
}

// Floor, Ceil, Round and Trunc on the magnitude: from 1 up the bits below the unit are cut after
// adding a bias, from 2^23 up there are none, and below 1 the result is 0 or 1. The sign stays.
Id F32Bits::round(UnOp op, Id a) {
  const Id size = magnitude(a);
  const Id exponent = code_.word(SpvOpShiftRightLogical, size, code_.constant(23));
  const Id biased = code_.word(SpvOpISub, exponent, code_.constant(127));
  const Id shift = code_.word(SpvOpBitwiseAnd, biased, code_.constant(31));
  const Id mask = code_.word(SpvOpShiftRightLogical, code_.constant(0x007FFFFFu), shift);
  const Id moved = code_.word(SpvOpIAdd, size, rounding_bias(op, a, mask));
  const Id cut = code_.word(SpvOpBitwiseAnd, moved, code_.word(SpvOpNot, mask));
  const Id is_whole = code_.test(SpvOpUGreaterThanEqual, size, code_.constant(0x4B000000u));
  const Id from_one = code_.select(is_whole, size, cut);
  const Id below_one = code_.test(SpvOpULessThan, size, code_.constant(f32::kOne));
  const Id result = code_.select(below_one, rounded_fraction(op, a), from_one);
  return code_.word(SpvOpBitwiseOr, result, sign(a));
}

// |mask| covers the bits below the unit.
Id F32Bits::rounding_bias(UnOp op, Id a, Id mask) {
  const Id zero = code_.constant(0);
  if (op == UnOp::kFloor) return code_.select(is_negative(a), mask, zero);
  if (op == UnOp::kCeil) return code_.select(is_negative(a), zero, mask);
  if (op == UnOp::kTrunc) return zero;
  const Id unit = code_.word(SpvOpIAdd, mask, code_.constant(1));
  return code_.word(SpvOpShiftRightLogical, unit, code_.constant(1));
}

// The magnitude of the result for |a| < 1.
Id F32Bits::rounded_fraction(UnOp op, Id a) {
  const Id zero = code_.constant(0);
  const Id one = code_.constant(f32::kOne);
  if (op == UnOp::kTrunc) return zero;
  if (op == UnOp::kRound) {
    const Id half = code_.constant(0x3F000000u);
    return code_.select(code_.test(SpvOpUGreaterThanEqual, magnitude(a), half), one, zero);
  }
  const Id away = op == UnOp::kFloor ? is_negative(a) : code_.test(SpvOpLogicalNot, is_negative(a));
  return code_.select(code_.test(SpvOpLogicalAnd, away, is_true(a)), one, zero);
}

Id F32Bits::from_integer(SpvOp op, Id word) {
  const Id f32 = code_.module().f32_type();
  return code_.word(SpvOpBitcast, code_.emit(op, f32, {word}));
}

// Of positive values the bits order like the numbers, and every negative one has larger bits.
Id F32Bits::to_u32(Id bits) {
  const Id zero = code_.constant(0);
  const Id in_range = code_.test(SpvOpULessThan, bits, code_.constant(f32::kTwoTo32));
  const Id safe = as_f32(code_.select(in_range, bits, zero));
  const Id converted = code_.word(SpvOpConvertFToU, safe);
  const Id is_large = code_.test(SpvOpULessThanEqual, bits, code_.constant(f32::kInfinity));
  const Id bound = code_.select(is_large, code_.constant(0xFFFFFFFFu), zero);
  return code_.select(in_range, converted, bound);
}

Id F32Bits::to_i32(Id bits) {
  const Id zero = code_.constant(0);
  const Id in_range = code_.test(SpvOpULessThan, magnitude(bits), code_.constant(f32::kTwoTo31));
  const Id safe = as_f32(code_.select(in_range, bits, zero));
  const Id converted = code_.word(SpvOpConvertFToS, safe);
  const Id bound = code_.select(is_negative(bits), code_.constant(f32::kSignBit),
                                code_.constant(f32::kMagnitudeBits));
  return code_.select(in_range, converted, code_.select(is_nan(bits), zero, bound));
}

Id F32Bits::fits_u32(Id bits) {
  const Id positive = code_.test(SpvOpULessThan, bits, code_.constant(f32::kTwoTo32));
  const Id minus_zero = code_.test(SpvOpIEqual, bits, code_.constant(f32::kSignBit));
  return code_.test(SpvOpLogicalOr, positive, minus_zero);
}

Id F32Bits::from_f16(Id half) {
  const Id sign =
      code_.word(SpvOpShiftLeftLogical, code_.word(SpvOpBitwiseAnd, half, code_.constant(0x8000)),
                 code_.constant(16));
  const Id size = code_.word(SpvOpBitwiseAnd, half, code_.constant(0x7FFF));
  const Id shifted = code_.word(SpvOpShiftLeftLogical, size, code_.constant(13));
  const Id normal = code_.word(SpvOpIAdd, shifted, code_.constant(112u << 23));
  const Id below = code_.word(SpvOpISub, from_u32(size), code_.constant(24u << 23));
  const Id is_small = code_.test(SpvOpULessThan, size, code_.constant(0x0400));
  const Id is_zero = code_.test(SpvOpIEqual, size, code_.constant(0));
  const Id number = code_.select(is_zero, size, code_.select(is_small, below, normal));
  const Id is_infinite = code_.test(SpvOpIEqual, size, code_.constant(0x7C00));
  const Id finite = code_.select(is_infinite, code_.constant(f32::kInfinity), number);
  const Id is_nan = code_.test(SpvOpUGreaterThan, size, code_.constant(0x7C00));
  return code_.select(is_nan, code_.constant(f32::kNan), code_.word(SpvOpBitwiseOr, finite, sign));
}

// |word| without its last |shift| bits, rounded to the nearest, the even one of two.
Id F32Bits::shifted_to_even(Id word, Id shift) {
  const Id one = code_.constant(1);
  const Id last = code_.word(SpvOpBitwiseAnd, code_.word(SpvOpShiftRightLogical, word, shift), one);
  const Id half = code_.word(SpvOpShiftLeftLogical, one, code_.word(SpvOpISub, shift, one));
  const Id bias = code_.word(SpvOpIAdd, code_.word(SpvOpISub, half, one), last);
  return code_.word(SpvOpShiftRightLogical, code_.word(SpvOpIAdd, word, bias), shift);
}

Id F32Bits::to_f16(Id bits) {
  const Id size = magnitude(bits);
  const Id sign =
      code_.word(SpvOpBitwiseAnd, code_.word(SpvOpShiftRightLogical, bits, code_.constant(16)),
                 code_.constant(0x8000));
  const Id rebiased = code_.word(SpvOpISub, size, code_.constant(112u << 23));
  const Id normal = shifted_to_even(rebiased, code_.constant(13));
  // Below the smallest normal one: in units of 2^-24, of which less than half is none.
  const Id has_any = code_.test(SpvOpUGreaterThanEqual, size, code_.constant(0x33000000));
  const Id least = code_.select(has_any, size, code_.constant(0x33000000));
  const Id shift = code_.word(SpvOpISub, code_.constant(126), exponent(least));
  const Id is_small = code_.test(SpvOpULessThan, size, code_.constant(0x38800000));
  const Id safe = code_.select(is_small, shift, code_.constant(14));
  const Id units = shifted_to_even(mantissa(least), safe);
  const Id below = code_.select(has_any, units, code_.constant(0));
  const Id number = code_.select(is_small, below, normal);
  const Id is_large = code_.test(SpvOpUGreaterThanEqual, size, code_.constant(0x47800000));
  const Id limited = code_.select(is_large, code_.constant(0x7C00), number);
  return code_.select(is_nan(bits), code_.constant(0x7E00),
                      code_.word(SpvOpBitwiseOr, limited, sign));
}

Id F32Bits::to_bf16(Id bits) {
  const Id shift = code_.constant(16);
  const Id of_nan = code_.word(SpvOpShiftRightLogical, bits, shift);
  return code_.select(is_nan(bits), of_nan, shifted_to_even(bits, shift));
}

}  // namespace vyre::spirv
