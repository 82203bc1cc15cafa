#include "spirv/operators/float64.h"

namespace vyre::spirv {
namespace {

constexpr uint32_t kFraction = 0x000FFFFFu;  // in the high word

// High words of powers of two and of infinity.
constexpr uint32_t kTwoToMinus126 = 0x38100000u;
constexpr uint32_t kOne = 0x3FF00000u;
constexpr uint32_t kTwoTo31 = 0x41E00000u;
constexpr uint32_t kTwoTo32 = 0x41F00000u;
constexpr uint32_t kTwoTo64 = 0x43F00000u;
constexpr uint32_t kTwoTo128 = 0x47F00000u;
constexpr uint32_t kInfinity = 0x7FF00000u;

constexpr uint32_t kRebias = (1023 - 127) << 20;  // exponents, in the high word of an f64

}  // namespace

Id Float64::is_nan(const Pair& bits) {
  const Id limit = code_.constant(kInfinity);
  const Id size = magnitude(bits);
  const Id above = code_.test(SpvOpUGreaterThan, size, limit);
  const Id at = code_.test(SpvOpIEqual, size, limit);
  const Id low = code_.test(SpvOpINotEqual, bits.low, code_.constant(0));
  return code_.test(SpvOpLogicalOr, above, code_.test(SpvOpLogicalAnd, at, low));
}

Id Float64::to_f32(const Pair& bits) {
  const Id sign = words_.sign(bits.high);
  const Id small = code_.select(below(bits, kTwoToMinus126), flushed(bits), rounded(bits));
  const Id finite = below(bits, kTwoTo128);
  const Id size = code_.select(finite, small, code_.constant(f32::kInfinity));
  const Id number = code_.word(SpvOpBitwiseOr, sign, size);
  return code_.select(is_nan(bits), code_.constant(f32::kNan), number);
}

// The magnitude of a number from 2^-126 up, with 29 bits less. The last one that stays makes ties
// even; a carry goes into the exponent, up to infinity.
Id Float64::rounded(const Pair& bits) {
  const Id rebiased = code_.word(SpvOpISub, magnitude(bits), code_.constant(kRebias));
  const Id upper = code_.word(SpvOpShiftLeftLogical, rebiased, code_.constant(3));
  const Id lower = code_.word(SpvOpShiftRightLogical, bits.low, code_.constant(29));
  const Id kept = code_.word(SpvOpBitwiseOr, upper, lower);
  const Id rest = code_.word(SpvOpBitwiseAnd, bits.low, code_.constant(0x1FFFFFFF));
  const Id last = code_.word(SpvOpBitwiseAnd, kept, code_.constant(1));
  const Id half = code_.word(SpvOpIAdd, code_.constant(0x0FFFFFFF), last);
  const Id carry =
      code_.word(SpvOpShiftRightLogical, code_.word(SpvOpIAdd, rest, half), code_.constant(29));
  return code_.word(SpvOpIAdd, kept, carry);
}

// The magnitude of a number below 2^-126: from 2^-126 - 2^-150 on it rounds up to that.
Id Float64::flushed(const Pair& bits) {
  const Id high = code_.test(SpvOpIEqual, magnitude(bits), code_.constant(kTwoToMinus126 - 1));
  const Id low = code_.test(SpvOpUGreaterThanEqual, bits.low, code_.constant(0xE0000000u));
  const Id rounds_up = code_.test(SpvOpLogicalAnd, high, low);
  return code_.select(rounds_up, code_.constant(f32::kSmallestNormal), code_.constant(0));
}

// No f32 in flight is subnormal; all that is above the finite ones keeps its fraction.
Pair Float64::from_f32(Id canonical) {
  const Id sign = words_.sign(canonical);
  const Id size = words_.magnitude(canonical);
  const Id upper = code_.word(SpvOpShiftRightLogical, size, code_.constant(3));
  const Id finite = code_.test(SpvOpULessThan, size, code_.constant(f32::kInfinity));
  const Id bias = code_.select(finite, code_.constant(kRebias), code_.constant(2 * kRebias));
  const Id number = code_.word(SpvOpIAdd, upper, bias);
  const Id zero = code_.test(SpvOpIEqual, size, code_.constant(0));
  const Id high = code_.select(zero, code_.constant(0), number);
  return {code_.word(SpvOpShiftLeftLogical, canonical, code_.constant(29)),
          code_.word(SpvOpBitwiseOr, sign, high)};
}

// The leading one goes to the top bit; what is below the 24 bits that stay decides the rounding.
// Added to a biased exponent that is one too small, the leading one makes up for it.
Id Float64::f32_from_u64(const Pair& number) {
  const Id zeros = pairs_.leading_zeros(number);
  const Id count = code_.word(SpvOpBitwiseAnd, zeros, code_.constant(63));
  const Pair top = pairs_.shift_left(number, count);
  const Id exponent = code_.word(SpvOpISub, code_.constant(127 + 62), count);
  const Id biased = code_.word(SpvOpShiftLeftLogical, exponent, code_.constant(23));
  const Id mantissa = code_.word(SpvOpShiftRightLogical, top.high, code_.constant(8));
  const Id kept = code_.word(SpvOpIAdd, biased, mantissa);
  const Id sticky = code_.select(code_.test(SpvOpINotEqual, top.low, code_.constant(0)),
                                 code_.constant(1), code_.constant(0));
  const Id rest = code_.word(SpvOpBitwiseAnd, top.high, code_.constant(0xFF));
  const Id doubled = code_.word(SpvOpShiftLeftLogical, rest, code_.constant(1));
  const Id with_sticky = code_.word(SpvOpBitwiseOr, doubled, sticky);
  const Id last = code_.word(SpvOpBitwiseAnd, kept, code_.constant(1));
  const Id half = code_.word(SpvOpIAdd, code_.constant(0xFF), last);
  const Id carry = code_.word(SpvOpShiftRightLogical, code_.word(SpvOpIAdd, with_sticky, half),
                              code_.constant(9));
  const Id result = code_.word(SpvOpIAdd, kept, carry);
  return code_.select(pairs_.is_zero(number), code_.constant(0), result);
}

Id Float64::fits_u32(const Pair& bits) {
  const Id positive = pairs_.less(bits, pairs_.constant(kTwoTo32 - 1, 0xFFE00001u));
  return code_.test(SpvOpLogicalOr, positive, is_minus_zero(bits));
}

Id Float64::fits_u64(const Pair& bits) {
  const Id positive = code_.test(SpvOpULessThan, bits.high, code_.constant(kTwoTo64));
  return code_.test(SpvOpLogicalOr, positive, is_minus_zero(bits));
}

// With its leading one in the top bit.
Pair Float64::significand(const Pair& bits) {
  const Id fraction = code_.word(SpvOpBitwiseAnd, bits.high, code_.constant(kFraction));
  const Id one = code_.word(SpvOpBitwiseOr, fraction, code_.constant(kFraction + 1));
  return pairs_.shift_left({bits.low, one}, code_.constant(11));
}

// The magnitude truncated, where it is below 2^32.
Id Float64::whole_word(const Pair& bits) {
  const Id exponent = code_.word(SpvOpShiftRightLogical, magnitude(bits), code_.constant(20));
  const Id right = code_.word(SpvOpISub, code_.constant(1023 + 31), exponent);
  const Id count = code_.word(SpvOpBitwiseAnd, right, code_.constant(31));
  const Id whole = code_.word(SpvOpShiftRightLogical, significand(bits).high, count);
  return code_.select(below(bits, kOne), code_.constant(0), whole);
}

Id Float64::to_u32(const Pair& bits) {
  const Id zero = code_.constant(0);
  const Id is_zero = code_.test(SpvOpLogicalOr, is_negative(bits), is_nan(bits));
  const Id in_range = below(bits, kTwoTo32);
  const Id number = code_.select(in_range, whole_word(bits), code_.constant(0xFFFFFFFFu));
  return code_.select(is_zero, zero, number);
}

Id Float64::to_i32(const Pair& bits) {
  const Id negative = is_negative(bits);
  const Id whole = whole_word(bits);
  const Id in_range = code_.select(negative, code_.word(SpvOpSNegate, whole), whole);
  const Id bound =
      code_.select(negative, code_.constant(f32::kSignBit), code_.constant(f32::kMagnitudeBits));
  const Id otherwise = code_.select(is_nan(bits), code_.constant(0), bound);
  return code_.select(below(bits, kTwoTo31), in_range, otherwise);
}

Pair Float64::to_u64(const Pair& bits) {
  const Id exponent = code_.word(SpvOpShiftRightLogical, magnitude(bits), code_.constant(20));
  const Id right = code_.word(SpvOpISub, code_.constant(1023 + 63), exponent);
  const Id count = code_.word(SpvOpBitwiseAnd, right, code_.constant(63));
  const Pair whole = pairs_.shift_right(significand(bits), count);
  return pairs_.select(below(bits, kOne), pairs_.constant(0, 0), whole);
}

}  // namespace vyre::spirv
