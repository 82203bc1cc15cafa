#include "spirv/operators/float32.h"

namespace vyre::spirv {
namespace {

using ir::BinOp;
using ir::UnOp;

constexpr uint32_t kSignBit = 0x80000000u;
constexpr uint32_t kMagnitudeBits = 0x7FFFFFFFu;
constexpr uint32_t kNan = 0x7FC00000u;
constexpr uint32_t kInfinity = 0x7F800000u;
constexpr uint32_t kSmallestNormal = 0x00800000u;
constexpr uint32_t kOne = 0x3F800000u;
constexpr uint32_t kTwoTo31 = 0x4F000000u;
constexpr uint32_t kTwoTo32 = 0x4F800000u;

}  // namespace

Value Float32::binary(BinOp op, Id a, Id b) {
  if (op == BinOp::kAdd) return Value::of(Kind::kF32, arithmetic(SpvOpFAdd, a, b));
  if (op == BinOp::kSub) return Value::of(Kind::kF32, arithmetic(SpvOpFSub, a, b));
  if (op == BinOp::kMul) return Value::of(Kind::kF32, multiply(a, b));
  if (op == BinOp::kDiv) return Value::of(Kind::kF32, divide(a, b));
  if (op == BinOp::kMin) return Value::of(Kind::kF32, minimum(a, b));
  if (op == BinOp::kMax) return Value::of(Kind::kF32, maximum(a, b));
  return compare(op, a, b);
}

Value Float32::uncanonical_binary(BinOp op, Id a, Id b) {
  finish_ = subnormal_free_ ? Finish::kSubnormalFree : Finish::kUncanonical;
  Value result = binary(op, a, b);
  finish_ = Finish::kCanonical;
  result.uncanonical = true;
  return result;
}

Value Float32::unary(UnOp op, Id a) {
  const Id limit = code_.constant(kInfinity);
  if (op == UnOp::kIsNan) return Value::of_truth(is_nan(a));
  if (op == UnOp::kIsInf) {
    return Value::of_truth(code_.test(SpvOpIEqual, magnitude(a), limit));
  }
  if (op == UnOp::kIsFinite) {
    return Value::of_truth(code_.test(SpvOpULessThan, magnitude(a), limit));
  }
  if (op == UnOp::kNegate) return Value::of(Kind::kF32, negate(a));
  if (op == UnOp::kAbs) return Value::of(Kind::kF32, magnitude(a));
  if (op == UnOp::kSign) return Value::of(Kind::kF32, sign_of(a));
  if (op == UnOp::kSqrt) return Value::of(Kind::kF32, square_root(a));
  if (op == UnOp::kInverseSqrt) return Value::of(Kind::kF32, reciprocal(square_root(a)));
  if (op == UnOp::kReciprocal) return Value::of(Kind::kF32, reciprocal(a));
  return Value::of(Kind::kF32, round(op, a));
}

Id Float32::magnitude(Id bits) {
  return code_.word(SpvOpBitwiseAnd, bits, code_.constant(kMagnitudeBits));
}

Id Float32::sign(Id bits) { return code_.word(SpvOpBitwiseAnd, bits, code_.constant(kSignBit)); }

Id Float32::is_negative(Id bits) { return code_.test(SpvOpSLessThan, bits, code_.constant(0)); }

Id Float32::is_nan(Id bits) {
  return code_.test(SpvOpUGreaterThan, magnitude(bits), code_.constant(kInfinity));
}

// Canonical bits hold nothing between zero and the smallest normal number. Asked whether they
// differ from zero, NVIDIA's compiler asks what they were before they became canonical.
Id Float32::is_true(Id bits) {
  return code_.test(SpvOpUGreaterThanEqual, magnitude(bits), code_.constant(kSmallestNormal));
}

Id Float32::canonical(Id bits) {
  const Id size = magnitude(bits);
  const Id is_small = code_.test(SpvOpULessThan, size, code_.constant(kSmallestNormal));
  const Id flushed = code_.select(is_small, sign(bits), bits);
  const Id nan = code_.test(SpvOpUGreaterThan, size, code_.constant(kInfinity));
  return code_.select(nan, code_.constant(kNan), flushed);
}

Id Float32::canonical_nan(Id bits) {
  return code_.select(is_nan(bits), code_.constant(kNan), bits);
}

Id Float32::flushed(Id bits) {
  const Id is_small = code_.test(SpvOpULessThan, magnitude(bits), code_.constant(kSmallestNormal));
  return code_.select(is_small, sign(bits), bits);
}

Id Float32::finished(Id bits) {
  if (finish_ == Finish::kSubnormalFree) return bits;
  return finish_ == Finish::kUncanonical ? flushed(bits) : canonical(bits);
}

// Zero becomes the largest word.
Id Float32::is_subnormal_free(Id bits, int exponent) {
  const uint32_t least = static_cast<uint32_t>(exponent + 127) << 23;
  const Id one_less = code_.word(SpvOpISub, magnitude(bits), code_.constant(1));
  return code_.test(SpvOpUGreaterThanEqual, one_less, code_.constant(least - 1));
}

// Conversions.

Id Float32::from_u32(Id word) {
  const Id f32 = code_.module().f32_type();
  return code_.word(SpvOpBitcast, code_.emit(SpvOpConvertUToF, f32, {word}));
}

Id Float32::from_i32(Id word) {
  const Id f32 = code_.module().f32_type();
  return code_.word(SpvOpBitcast, code_.emit(SpvOpConvertSToF, f32, {word}));
}

// Of positive values the bits order like the numbers, and every negative one has larger bits.
Id Float32::to_u32(Id bits) {
  const Id zero = code_.constant(0);
  const Id in_range = code_.test(SpvOpULessThan, bits, code_.constant(kTwoTo32));
  const Id safe = as_f32(code_.select(in_range, bits, zero));
  const Id converted = code_.word(SpvOpConvertFToU, safe);
  const Id is_large = code_.test(SpvOpULessThanEqual, bits, code_.constant(kInfinity));
  const Id bound = code_.select(is_large, code_.constant(0xFFFFFFFFu), zero);
  return code_.select(in_range, converted, bound);
}

Id Float32::to_i32(Id bits) {
  const Id zero = code_.constant(0);
  const Id in_range = code_.test(SpvOpULessThan, magnitude(bits), code_.constant(kTwoTo31));
  const Id safe = as_f32(code_.select(in_range, bits, zero));
  const Id converted = code_.word(SpvOpConvertFToS, safe);
  const Id bound =
      code_.select(is_negative(bits), code_.constant(kSignBit), code_.constant(kMagnitudeBits));
  return code_.select(in_range, converted, code_.select(is_nan(bits), zero, bound));
}

Id Float32::fits_u32(Id bits) {
  const Id positive = code_.test(SpvOpULessThan, bits, code_.constant(kTwoTo32));
  const Id minus_zero = code_.test(SpvOpIEqual, bits, code_.constant(kSignBit));
  return code_.test(SpvOpLogicalOr, positive, minus_zero);
}

// Order. +0 and -0 are equal, NaN is unordered.

// Ascending as a signed number; one key for both zeros.
Id Float32::order_key(Id bits) {
  const Id mirrored = code_.word(SpvOpISub, code_.constant(kSignBit), bits);
  return code_.select(is_negative(bits), mirrored, bits);
}

Id Float32::ordered(Id a, Id b) {
  const Id any = code_.test(SpvOpLogicalOr, is_nan(a), is_nan(b));
  return code_.test(SpvOpLogicalNot, any);
}

Id Float32::less(Id a, Id b) {
  if (target_.signed_zero_inf_nan_preserve) {
    return code_.test(SpvOpFOrdLessThan, as_f32(a), as_f32(b));
  }
  const Id below = code_.test(SpvOpSLessThan, order_key(a), order_key(b));
  return code_.test(SpvOpLogicalAnd, below, ordered(a, b));
}

Id Float32::not_more(Id a, Id b) {
  if (target_.signed_zero_inf_nan_preserve) {
    return code_.test(SpvOpFOrdLessThanEqual, as_f32(a), as_f32(b));
  }
  const Id below = code_.test(SpvOpSLessThanEqual, order_key(a), order_key(b));
  return code_.test(SpvOpLogicalAnd, below, ordered(a, b));
}

Id Float32::equal(Id a, Id b) {
  if (target_.signed_zero_inf_nan_preserve) {
    return code_.test(SpvOpFOrdEqual, as_f32(a), as_f32(b));
  }
  const Id same = code_.test(SpvOpIEqual, order_key(a), order_key(b));
  return code_.test(SpvOpLogicalAnd, same, ordered(a, b));
}

Value Float32::compare(BinOp op, Id a, Id b) {
  if (op == BinOp::kLt) return Value::of_truth(less(a, b));
  if (op == BinOp::kGt) return Value::of_truth(less(b, a));
  if (op == BinOp::kLe) return Value::of_truth(not_more(a, b));
  if (op == BinOp::kGe) return Value::of_truth(not_more(b, a));
  const Id same = equal(a, b);
  return Value::of_truth(op == BinOp::kEq ? same : code_.test(SpvOpLogicalNot, same));
}

// A number wins over NaN, the left operand over its equal.
Id Float32::minimum(Id a, Id b) {
  const Id take_b = code_.test(SpvOpLogicalOr, less(b, a), is_nan(a));
  return code_.select(take_b, b, a);
}

Id Float32::maximum(Id a, Id b) {
  const Id take_b = code_.test(SpvOpLogicalOr, less(a, b), is_nan(a));
  return code_.select(take_b, b, a);
}

// Functions on bits.

Id Float32::negate(Id a) {
  const Id flipped = code_.word(SpvOpBitwiseXor, a, code_.constant(kSignBit));
  return code_.select(is_nan(a), a, flipped);
}

Id Float32::sign_of(Id a) {
  const Id one = code_.word(SpvOpBitwiseOr, sign(a), code_.constant(kOne));
  const Id of_number = code_.select(is_true(a), one, code_.constant(0));
  return code_.select(is_nan(a), a, of_number);
}

// Floor, Ceil, Round and Trunc on the magnitude: from 1 up the bits below the unit are cut after
// adding a bias, from 2^23 up there are none, and below 1 the result is 0 or 1. The sign stays.
Id Float32::round(UnOp op, Id a) {
  const Id size = magnitude(a);
  const Id exponent = code_.word(SpvOpShiftRightLogical, size, code_.constant(23));
  const Id biased = code_.word(SpvOpISub, exponent, code_.constant(127));
  const Id shift = code_.word(SpvOpBitwiseAnd, biased, code_.constant(31));
  const Id mask = code_.word(SpvOpShiftRightLogical, code_.constant(0x007FFFFFu), shift);
  const Id moved = code_.word(SpvOpIAdd, size, rounding_bias(op, a, mask));
  const Id cut = code_.word(SpvOpBitwiseAnd, moved, code_.word(SpvOpNot, mask));
  const Id is_whole = code_.test(SpvOpUGreaterThanEqual, size, code_.constant(0x4B000000u));
  const Id from_one = code_.select(is_whole, size, cut);
  const Id below_one = code_.test(SpvOpULessThan, size, code_.constant(kOne));
  const Id result = code_.select(below_one, rounded_fraction(op, a), from_one);
  return code_.word(SpvOpBitwiseOr, result, sign(a));
}

// |mask| covers the bits below the unit.
Id Float32::rounding_bias(UnOp op, Id a, Id mask) {
  const Id zero = code_.constant(0);
  if (op == UnOp::kFloor) return code_.select(is_negative(a), mask, zero);
  if (op == UnOp::kCeil) return code_.select(is_negative(a), zero, mask);
  if (op == UnOp::kTrunc) return zero;
  const Id unit = code_.word(SpvOpIAdd, mask, code_.constant(1));
  return code_.word(SpvOpShiftRightLogical, unit, code_.constant(1));
}

// The magnitude of the result for |a| < 1.
Id Float32::rounded_fraction(UnOp op, Id a) {
  const Id zero = code_.constant(0);
  const Id one = code_.constant(kOne);
  if (op == UnOp::kTrunc) return zero;
  if (op == UnOp::kRound) {
    const Id half = code_.constant(0x3F000000u);
    return code_.select(code_.test(SpvOpUGreaterThanEqual, magnitude(a), half), one, zero);
  }
  const Id away = op == UnOp::kFloor ? is_negative(a) : code_.test(SpvOpLogicalNot, is_negative(a));
  return code_.select(code_.test(SpvOpLogicalAnd, away, is_true(a)), one, zero);
}

}  // namespace vyre::spirv
