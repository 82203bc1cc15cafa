#include "spirv/operators/float32.h"

#include "spirv/operators/int32.h"

namespace vyre::spirv {

Value Float32::binary(BinOp op, Id a, Id b) {
  const auto number = [](Id word) { return Value::of(Kind::kF32, word); };
  if (op == BinOp::kAdd) return number(arithmetic.add(a, b));
  if (op == BinOp::kSub) return number(arithmetic.subtract(a, b));
  if (op == BinOp::kMul) return number(arithmetic.multiply(a, b));
  if (op == BinOp::kDiv) return number(arithmetic.divide(a, b));
  if (op == BinOp::kMin) return number(arithmetic.minimum(a, b));
  if (op == BinOp::kMax) return number(arithmetic.maximum(a, b));
  return Value::of_truth(truth_of(code_, arithmetic, op, a, b));
}

Value Float32::uncanonical_binary(BinOp op, Id a, Id b) {
  using Finish = F32Arithmetic::Finish;
  arithmetic.finish_as(subnormal_free_ ? Finish::kSubnormalFree : Finish::kUncanonical);
  Value result = binary(op, a, b);
  arithmetic.finish_as(Finish::kCanonical);
  result.uncanonical = true;
  return result;
}

Value Float32::unary(UnOp op, Id a) {
  const auto number = [](Id word) { return Value::of(Kind::kF32, word); };
  const Id limit = code_.constant(f32::kInfinity);
  if (op == UnOp::kIsNan) return Value::of_truth(bits.is_nan(a));
  if (op == UnOp::kIsInf) {
    return Value::of_truth(code_.test(SpvOpIEqual, bits.magnitude(a), limit));
  }
  if (op == UnOp::kIsFinite) {
    return Value::of_truth(code_.test(SpvOpULessThan, bits.magnitude(a), limit));
  }
  if (op == UnOp::kNegate) return number(bits.negate(a));
  if (op == UnOp::kAbs) return number(bits.magnitude(a));
  if (op == UnOp::kSign) return number(bits.sign_of(a));
  if (op == UnOp::kSqrt) return number(arithmetic.square_root(a));
  if (op == UnOp::kInverseSqrt) return number(arithmetic.reciprocal(arithmetic.square_root(a)));
  if (op == UnOp::kReciprocal) return number(arithmetic.reciprocal(a));
  return number(bits.round(op, a));
}

}  // namespace vyre::spirv
