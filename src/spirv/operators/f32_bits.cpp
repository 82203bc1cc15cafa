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

}  // namespace vyre::spirv
