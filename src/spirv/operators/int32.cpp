#include "spirv/operators/int32.h"

namespace vyre::spirv {
namespace {

constexpr uint32_t kMax = 0xFFFFFFFFu;
constexpr uint32_t kSignedMin = 0x80000000u;
constexpr uint32_t kSignedMax = 0x7FFFFFFFu;

// The operators of one kind of words.
class Int32 {
 public:
  Int32(CodeWriter& code, Kind kind) : code_(code), is_signed_(kind == Kind::kI32) {}

  Id binary(BinOp op, Id a, Id b) {
    switch (op) {
      case BinOp::kAdd:
      case BinOp::kWrappingAdd:
        return code_.word(SpvOpIAdd, a, b);
      case BinOp::kSub:
      case BinOp::kWrappingSub:
        return code_.word(SpvOpISub, a, b);
      case BinOp::kMul:
        return code_.word(SpvOpIMul, a, b);
      case BinOp::kDiv:
      case BinOp::kMod:
        return divide(op, a, b);
      case BinOp::kBitAnd:
        return code_.word(SpvOpBitwiseAnd, a, b);
      case BinOp::kBitOr:
        return code_.word(SpvOpBitwiseOr, a, b);
      case BinOp::kBitXor:
        return code_.word(SpvOpBitwiseXor, a, b);
      case BinOp::kShl:
        return code_.word(SpvOpShiftLeftLogical, a, shift_count(b));
      case BinOp::kShr:
        return code_.word(right_shift(), a, shift_count(b));
      case BinOp::kRotateLeft:
        return rotate(SpvOpShiftLeftLogical, SpvOpShiftRightLogical, a, b);
      case BinOp::kRotateRight:
        return rotate(SpvOpShiftRightLogical, SpvOpShiftLeftLogical, a, b);
      case BinOp::kAbsDiff:
        return absolute_difference(a, b);
      case BinOp::kMin:
        return code_.select(less(a, b), a, b);
      case BinOp::kMax:
        return code_.select(less(b, a), a, b);
      case BinOp::kSaturatingAdd:
        return is_signed_ ? signed_add(a, b) : unsigned_add(a, b);
      case BinOp::kSaturatingSub:
        return is_signed_ ? signed_sub(a, b) : unsigned_sub(a, b);
      case BinOp::kSaturatingMul:
        return is_signed_ ? signed_mul(a, b) : unsigned_mul(a, b);
      case BinOp::kMulHigh:
        return code_.wide_product(SpvOpUMulExtended, a, b).high;
      case BinOp::kEq:
      case BinOp::kNe:
      case BinOp::kLt:
      case BinOp::kGt:
      case BinOp::kLe:
      case BinOp::kGe:
      case BinOp::kAnd:
      case BinOp::kOr:
      case BinOp::kShuffle:
      case BinOp::kBallot:
      case BinOp::kWaveReduce:
      case BinOp::kWaveBroadcast:
      case BinOp::kOpaque:
        return kNoId;
    }
    return kNoId;
  }

  Id equal(Id a, Id b) { return code_.test(SpvOpIEqual, a, b); }
  Id not_equal(Id a, Id b) { return code_.test(SpvOpINotEqual, a, b); }
  Id less(Id a, Id b) { return code_.test(is_signed_ ? SpvOpSLessThan : SpvOpULessThan, a, b); }
  Id not_more(Id a, Id b) {
    return code_.test(is_signed_ ? SpvOpSLessThanEqual : SpvOpULessThanEqual, a, b);
  }
  Id non_zero(Id a) { return code_.test(SpvOpINotEqual, a, code_.constant(0)); }

 private:
  SpvOp right_shift() const {
    return is_signed_ ? SpvOpShiftRightArithmetic : SpvOpShiftRightLogical;
  }

  Id shift_count(Id b) {
    if (const auto known = code_.module().value_of(b)) return code_.constant(*known & 31);
    return code_.word(SpvOpBitwiseAnd, b, code_.constant(31));
  }

  Id rotate(SpvOp out, SpvOp in, Id a, Id b) {
    const Id count = shift_count(b);
    const Id moved = code_.word(out, a, count);
    const Id rest = shift_count(code_.word(SpvOpISub, code_.constant(32), count));
    return code_.word(SpvOpBitwiseOr, moved, code_.word(in, a, rest));
  }

  // u32: x / 0 = 2^32 - 1 and x % 0 = 0, which dividing by 1 gives.
  Id divide(BinOp op, Id a, Id b) {
    if (is_signed_) return signed_quotient(code_, op, a, b, no_quotient(code_, a, b));
    Id is_zero = kNoId;
    Id safe = b;
    if (code_.ranges().may_be(b, 0)) {
      is_zero = code_.test(SpvOpIEqual, b, code_.constant(0));
      safe = code_.select(is_zero, code_.constant(1), b);
    }
    if (op == BinOp::kMod) return code_.word(SpvOpUMod, a, safe);
    const Id quotient = code_.word(SpvOpUDiv, a, safe);
    return is_zero == kNoId ? quotient : code_.select(is_zero, code_.constant(kMax), quotient);
  }

  Id absolute_difference(Id a, Id b) {
    const Id forward = code_.word(SpvOpISub, a, b);
    const Id backward = code_.word(SpvOpISub, b, a);
    return code_.select(less(a, b), backward, forward);
  }

  Id unsigned_add(Id a, Id b) {
    const Id sum = code_.word(SpvOpIAdd, a, b);
    return code_.select(less(sum, a), code_.constant(kMax), sum);
  }

  Id unsigned_sub(Id a, Id b) {
    const Id difference = code_.word(SpvOpISub, a, b);
    return code_.select(less(a, b), code_.constant(0), difference);
  }

  Id unsigned_mul(Id a, Id b) {
    const Pair product = code_.wide_product(SpvOpUMulExtended, a, b);
    return code_.select(non_zero(product.high), code_.constant(kMax), product.low);
  }

  // The bound on the side of |negative|.
  Id signed_bound(Id negative) {
    return code_.select(negative, code_.constant(kSignedMin), code_.constant(kSignedMax));
  }

  Id is_negative(Id a) { return code_.test(SpvOpSLessThan, a, code_.constant(0)); }

  // A sum overflows when both operands differ from it in sign.
  Id signed_add(Id a, Id b) {
    const Id sum = code_.word(SpvOpIAdd, a, b);
    const Id changed_a = code_.word(SpvOpBitwiseXor, a, sum);
    const Id changed_b = code_.word(SpvOpBitwiseXor, b, sum);
    const Id overflows = is_negative(code_.word(SpvOpBitwiseAnd, changed_a, changed_b));
    return code_.select(overflows, signed_bound(is_negative(a)), sum);
  }

  Id signed_sub(Id a, Id b) {
    const Id difference = code_.word(SpvOpISub, a, b);
    const Id opposite = code_.word(SpvOpBitwiseXor, a, b);
    const Id changed = code_.word(SpvOpBitwiseXor, a, difference);
    const Id overflows = is_negative(code_.word(SpvOpBitwiseAnd, opposite, changed));
    return code_.select(overflows, signed_bound(is_negative(a)), difference);
  }

  // A product fits when its high half repeats the sign of its low half.
  Id signed_mul(Id a, Id b) {
    const Pair product = code_.wide_product(SpvOpSMulExtended, a, b);
    const Id sign = code_.word(SpvOpShiftRightArithmetic, product.low, code_.constant(31));
    const Id fits = code_.test(SpvOpIEqual, product.high, sign);
    const Id opposite = is_negative(code_.word(SpvOpBitwiseXor, a, b));
    return code_.select(fits, product.low, signed_bound(opposite));
  }

  CodeWriter& code_;
  const bool is_signed_;
};

Id leading_zeros(CodeWriter& code, Id a) {
  const Id top = code.math(GLSLstd450FindUMsb, code.module().u32_type(), a);  // -1 for 0
  return code.word(SpvOpISub, code.constant(31), top);
}

Id trailing_zeros(CodeWriter& code, Id a) {
  const Id bottom = code.math(GLSLstd450FindILsb, code.module().u32_type(), a);  // -1 for 0
  const Id is_zero = code.test(SpvOpIEqual, a, code.constant(0));
  return code.select(is_zero, code.constant(32), bottom);
}

}  // namespace

Value integer_binary(CodeWriter& code, BinOp op, Kind kind, Id a, Id b) {
  Int32 int32(code, kind);
  const Id truth = truth_of(code, int32, op, a, b);
  if (truth != kNoId) return Value::of_truth(truth);
  return Value::of(*result_kind(op, kind), int32.binary(op, a, b));
}

NoQuotient no_quotient(CodeWriter& code, Id a, Id b) {
  NoQuotient none;
  if (code.ranges().may_be(b, 0)) {
    none.any = none.by_zero = code.test(SpvOpIEqual, b, code.constant(0));
  }
  if (!code.ranges().may_be(a, kSignedMin) || !code.ranges().may_be(b, kMax)) return none;
  const Id is_minimum = code.test(SpvOpIEqual, a, code.constant(kSignedMin));
  const Id is_minus_one = code.test(SpvOpIEqual, b, code.constant(kMax));
  none.overflows = code.test(SpvOpLogicalAnd, is_minimum, is_minus_one);
  none.any =
      none.any == kNoId ? none.overflows : code.test(SpvOpLogicalOr, none.by_zero, none.overflows);
  return none;
}

// Dividing by 1 gives what is asked for, but for x / 0. OpSRem is undefined for negative operands,
// so the remainder comes from the quotient.
Id signed_quotient(CodeWriter& code, BinOp op, Id a, Id b, const NoQuotient& none) {
  const Id by = none.any == kNoId ? b : code.select(none.any, code.constant(1), b);
  const Id quotient = code.word(SpvOpSDiv, a, by);
  if (op == BinOp::kMod) return code.word(SpvOpISub, a, code.word(SpvOpIMul, quotient, by));
  if (none.by_zero == kNoId) return quotient;
  return code.select(none.by_zero, code.constant(0), quotient);
}

Value integer_unary(CodeWriter& code, UnOp op, Kind kind, Id a) {
  if (op == UnOp::kLogicalNot) {
    return Value::of_truth(code.test(SpvOpIEqual, a, code.constant(0)));
  }
  if (op == UnOp::kNegate) return Value::of(kind, code.word(SpvOpSNegate, a));
  if (op == UnOp::kBitNot) return Value::of(kind, code.word(SpvOpNot, a));
  if (op == UnOp::kPopcount) return Value::of(kind, code.word(SpvOpBitCount, a));
  if (op == UnOp::kClz) return Value::of(kind, leading_zeros(code, a));
  if (op == UnOp::kCtz) return Value::of(kind, trailing_zeros(code, a));
  return Value::of(kind, code.word(SpvOpBitReverse, a));
}

}  // namespace vyre::spirv
