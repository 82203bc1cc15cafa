#include "spirv/operators/uint64.h"

#include "spirv/operators/int32.h"

namespace vyre::spirv {
namespace {

constexpr uint32_t kMax = 0xFFFFFFFFu;

}  // namespace

Value Uint64::binary(BinOp op, const Pair& a, const Pair& b) {
  const Id truth = truth_of(code_, pairs_, op, a, b);
  if (truth != kNoId) return Value::of_truth(truth);
  return Value::of(Kind::kU64, number_of(op, a, b));
}

Pair Uint64::number_of(BinOp op, const Pair& a, const Pair& b) {
  switch (op) {
    case BinOp::kAdd:
    case BinOp::kWrappingAdd:
      return pairs_.add(a, b);
    case BinOp::kSub:
    case BinOp::kWrappingSub:
      return pairs_.subtract(a, b);
    case BinOp::kMul:
      return pairs_.multiply(a, b);
    case BinOp::kDiv:
    case BinOp::kMod:
      return divide(op, a, b);
    case BinOp::kBitAnd:
      return pairs_.bitwise(SpvOpBitwiseAnd, a, b);
    case BinOp::kBitOr:
      return pairs_.bitwise(SpvOpBitwiseOr, a, b);
    case BinOp::kBitXor:
      return pairs_.bitwise(SpvOpBitwiseXor, a, b);
    case BinOp::kShl:
      return pairs_.shift_left(a, shift_count(b));
    case BinOp::kShr:
      return pairs_.shift_right(a, shift_count(b));
    case BinOp::kAbsDiff:
      return pairs_.select(pairs_.less(a, b), pairs_.subtract(b, a), pairs_.subtract(a, b));
    case BinOp::kMin:
      return pairs_.select(pairs_.less(a, b), a, b);
    case BinOp::kMax:
      return pairs_.select(pairs_.less(a, b), b, a);
    case BinOp::kSaturatingAdd:
      return saturating_add(a, b);
    case BinOp::kSaturatingSub:
      return pairs_.select(pairs_.less(a, b), pairs_.constant(0, 0), pairs_.subtract(a, b));
    case BinOp::kSaturatingMul:
      return saturating_multiply(a, b);
    case BinOp::kMulHigh:
      return pairs_.high_product(a, b);
    case BinOp::kEq:
    case BinOp::kNe:
    case BinOp::kLt:
    case BinOp::kGt:
    case BinOp::kLe:
    case BinOp::kGe:
    case BinOp::kAnd:
    case BinOp::kOr:
    case BinOp::kRotateLeft:
    case BinOp::kRotateRight:
    case BinOp::kShuffle:
    case BinOp::kBallot:
    case BinOp::kWaveReduce:
    case BinOp::kWaveBroadcast:
    case BinOp::kOpaque:
      return {};
  }
  return {};
}

Pair Uint64::saturating_add(const Pair& a, const Pair& b) {
  const Pair sum = pairs_.add(a, b);
  return pairs_.select(pairs_.less(sum, a), pairs_.constant(kMax, kMax), sum);
}

Pair Uint64::saturating_multiply(const Pair& a, const Pair& b) {
  const Id overflows = pairs_.non_zero(pairs_.high_product(a, b));
  return pairs_.select(overflows, pairs_.constant(kMax, kMax), pairs_.multiply(a, b));
}

// x / 0 = 2^64 - 1 and x mod 0 = 0; the device never divides by zero.
Pair Uint64::divide(BinOp op, const Pair& a, const Pair& b) {
  requirements_.need(target_.int64, "division of U64", "has no 64-bit integers");
  ModuleBuilder& module = code_.module();
  const Id is_zero = pairs_.is_zero(b);
  const Pair divisor{code_.select(is_zero, code_.constant(1), b.low), b.high};
  const Id quotient = code_.emit(op == BinOp::kDiv ? SpvOpUDiv : SpvOpUMod, module.u64_type(),
                                 {joined(a), joined(divisor)});
  const Id words = code_.emit(SpvOpBitcast, module.u32_vector(2), {quotient});
  const Pair result = code_.halves(words);
  if (op == BinOp::kMod) return result;  // x mod 1 = 0
  return pairs_.select(is_zero, pairs_.constant(kMax, kMax), result);
}

Id Uint64::joined(const Pair& a) {
  ModuleBuilder& module = code_.module();
  const Id words = code_.emit(SpvOpCompositeConstruct, module.u32_vector(2), {a.low, a.high});
  return code_.emit(SpvOpBitcast, module.u64_type(), {words});
}

Value Uint64::unary(UnOp op, const Pair& a) {
  const auto count = [&](Id number) { return Value::of(Kind::kU64, number); };
  const auto both = [&](SpvOp each) {
    return Pair{code_.word(each, a.low), code_.word(each, a.high)};
  };
  if (op == UnOp::kLogicalNot) return Value::of_truth(pairs_.is_zero(a));
  if (op == UnOp::kNegate) {
    return Value::of(Kind::kU64, pairs_.subtract(pairs_.constant(0, 0), a));
  }
  if (op == UnOp::kBitNot) return Value::of(Kind::kU64, both(SpvOpNot));
  if (op == UnOp::kClz) return count(pairs_.leading_zeros(a));
  if (op == UnOp::kCtz) return count(pairs_.trailing_zeros(a));
  if (op == UnOp::kPopcount) {
    const Pair counts = both(SpvOpBitCount);
    return count(code_.word(SpvOpIAdd, counts.low, counts.high));
  }
  const Pair reversed = both(SpvOpBitReverse);
  return Value::of(Kind::kU64, Pair{reversed.high, reversed.low});
}

}  // namespace vyre::spirv
