#include "spirv/operators/float32.h"

#include "spirv/operators/int32.h"

// f32 arithmetic, correctly rounded. Where a device only approximates division, square root or
// fused multiply-add, f64 makes up for it:
//   - 53 bits are more than twice 24 and two, so a quotient or root rounded to f64 and then to f32
//     is rounded as if once.
//   - A product of two f32 is exact in f64. Its sum with the third operand is rounded to odd, by
//     the exact error of the sum, and then a second rounding cannot see the first.
//
// A result below the normal range becomes a zero of its sign. A device that does that by itself
// differs in one point: exact values from 2^-126 - 2^-150 on round up to the smallest normal
// number, 2^-126, and such a device may give zero instead.
//   - Sums and differences below the normal range are exact, so none lies there.
//   - Neither does a quotient a / b of mantissas below 2^24: (2^24 - 1) b <= 2^n a < 2^24 b
//     has no solution.
//   - Products and fused multiply-adds do; their exact values decide.

namespace vyre::spirv {
namespace {

constexpr std::string_view kNoDivision =
    "does not round f32 division and square root correctly and has no f64 to make up for it";
constexpr std::string_view kNoFma =
    "does not promise a fused f32 multiply-add and has no f64 to make up for it";

}  // namespace

// Added, and of another bit than in operand(): hiding twice must not uncover the constant.
Id Float32::hidden(Id word) {
  if (!target_.mistakes_constant_zeros || results_.contains(word)) return word;
  const Id zero = code_.word(SpvOpShiftLeftLogical, invocation_.hidden_zero(), code_.constant(1));
  return code_.word(SpvOpIAdd, word, zero);
}

Id Float32::operand(Id word) {
  if (!target_.mistakes_constant_zeros || results_.contains(word)) return bits.as_f32(word);
  return bits.as_f32(code_.word(SpvOpBitwiseXor, word, invocation_.hidden_zero()));
}

Id Float32::wide_operand(Id word) {
  return code_.emit(SpvOpFConvert, code_.module().f64_type(), {operand(word)});
}

Id Float32::exact(SpvOp op, Id type, std::initializer_list<uint32_t> operands) {
  const Id result = code_.emit(op, type, operands);
  code_.module().decorate(result, SpvDecorationNoContraction);
  return result;
}

Id Float32::finish_f32(Id value) {
  Id word = code_.word(SpvOpBitcast, value);
  if (finish_ == Finish::kUncanonical) word = bits.flushed(word);
  if (finish_ == Finish::kCanonical) word = bits.canonical(word);
  if (target_.mistakes_constant_zeros) results_.insert(word);
  return word;
}

Id Float32::finish_f64(Id value) {
  return finish_f32(code_.emit(SpvOpFConvert, code_.module().f32_type(), {value}));
}

Id Float32::arithmetic(SpvOp op, Id a, Id b) {
  const Id left = operand(a);
  return finish_f32(exact(op, code_.module().f32_type(), {left, operand(b)}));
}

// A product with one is the other factor, which is finished already.
Id Float32::multiply(Id a, Id b) {
  if (code_.module().value_of(a) == f32::kOne) return b;
  if (code_.module().value_of(b) == f32::kOne) return a;
  const Id result = arithmetic(SpvOpFMul, a, b);
  if (target_.preserves_f32_denormals || finish_ == Finish::kSubnormalFree) return result;
  const Id is_zero = code_.test(SpvOpLogicalNot, bits.is_true(result));
  const Id smallest = code_.when_or_zero(is_zero, [&] { return smallest_normal_or_zero(a, b); });
  return code_.word(SpvOpBitwiseOr, result, smallest);
}

// The smallest normal number where |a * b| rounds up to it, else 0. With mantissas m and biased
// exponents e the product is ma * mb * 2^(ea + eb - 300); it lies within 2^-150 below 2^-126 when
// ma * mb, shifted right by 150 - ea - eb = 23 or 24, is 2^24 - 1.
Id Float32::smallest_normal_or_zero(Id a, Id b) {
  const Id exponents = code_.word(SpvOpIAdd, bits.exponent(a), bits.exponent(b));
  const Id by_24 = code_.test(SpvOpIEqual, exponents, code_.constant(126));
  const Id by_23 = code_.test(SpvOpIEqual, exponents, code_.constant(127));
  const Id right = code_.select(by_24, code_.constant(24), code_.constant(23));
  const Id left = code_.word(SpvOpISub, code_.constant(32), right);
  const Id factor = bits.mantissa(a);
  const auto [low, high] = code_.wide_product(SpvOpUMulExtended, factor, bits.mantissa(b));
  const Id upper = code_.word(SpvOpShiftLeftLogical, high, left);
  const Id lower = code_.word(SpvOpShiftRightLogical, low, right);
  const Id shifted = code_.word(SpvOpBitwiseOr, upper, lower);
  const Id close = code_.test(SpvOpIEqual, shifted, code_.constant(0x00FFFFFF));
  const Id in_range = code_.test(SpvOpLogicalOr, by_23, by_24);
  const Id factors = code_.test(SpvOpLogicalAnd, bits.is_true(a), bits.is_true(b));
  const Id certain = code_.test(SpvOpLogicalAnd, close, in_range);
  const Id rounds_up = code_.test(SpvOpLogicalAnd, certain, factors);
  return code_.select(rounds_up, code_.constant(f32::kSmallestNormal), code_.constant(0));
}

bool Float32::divides_natively() {
  requirements_.need(target_.exact_f32_division || target_.f64, "F32 division or square root",
                     kNoDivision);
  return target_.exact_f32_division;
}

Id Float32::divide(Id a, Id b) {
  if (divides_natively()) return arithmetic(SpvOpFDiv, a, b);
  const Id left = wide_operand(a);
  return finish_f64(exact(SpvOpFDiv, code_.module().f64_type(), {left, wide_operand(b)}));
}

// The root of a negative number is NaN, of a zero that zero. The device is never asked for either.
Id Float32::square_root(Id a) {
  const Id positive = code_.test(SpvOpSGreaterThan, a, code_.constant(0));
  const Id root = rounded_root(code_.select(positive, a, code_.constant(0)));
  const Id otherwise = code_.select(bits.is_true(a), code_.constant(f32::kNan), a);
  return code_.select(positive, root, otherwise);
}

Id Float32::rounded_root(Id a) {
  if (divides_natively()) {
    return finish_f32(code_.math(GLSLstd450Sqrt, code_.module().f32_type(), operand(a)));
  }
  return finish_f64(code_.math(GLSLstd450Sqrt, code_.module().f64_type(), wide_operand(a)));
}

Id Float32::fma(Id a, Id b, Id c) {
  const bool native = target_.exact_f32_fma && target_.preserves_f32_denormals;
  requirements_.need(native || target_.f64, "F32 fused multiply-add", kNoFma);
  if (!native) return wide_fma(a, b, c);
  ModuleBuilder& module = code_.module();
  const Id x = operand(a), y = operand(b), z = operand(c);
  const Id result =
      code_.emit(SpvOpExtInst, module.f32_type(), {module.math(), GLSLstd450Fma, x, y, z});
  module.decorate(result, SpvDecorationNoContraction);
  return finish_f32(result);
}

// sum + error is exactly product + c (Knuth's TwoSum).
Id Float32::wide_fma(Id a, Id b, Id c) {
  const Id f64 = code_.module().f64_type();
  const Id x = wide_operand(a), y = wide_operand(b), z = wide_operand(c);
  const Id product = exact(SpvOpFMul, f64, {x, y});
  const Id sum = exact(SpvOpFAdd, f64, {product, z});
  const Id z_part = exact(SpvOpFSub, f64, {sum, product});
  const Id product_part = exact(SpvOpFSub, f64, {sum, z_part});
  const Id product_error = exact(SpvOpFSub, f64, {product, product_part});
  const Id z_error = exact(SpvOpFSub, f64, {z, z_part});
  const Id error = exact(SpvOpFAdd, f64, {product_error, z_error});
  return narrow(round_to_odd(sum, error));
}

// An inexact sum with an even last bit moves by one unit toward its error, which makes it odd:
// away from zero that sets the bit, toward zero it borrows. Infinite sums and NaN have no ordered
// error.
Pair Float32::round_to_odd(Id value, Id error) {
  ModuleBuilder& module = code_.module();
  const Id zero = module.null(module.f64_type());
  const Id one = code_.constant(1);
  const Id pair = code_.emit(SpvOpBitcast, module.u32_vector(2), {value});
  const auto [low, high] = code_.halves(pair);
  const Id last_bit = code_.word(SpvOpBitwiseAnd, low, one);
  const Id even = code_.test(SpvOpIEqual, last_bit, code_.constant(0));
  const Id inexact = code_.test(SpvOpFOrdNotEqual, error, zero);
  const Id moves = code_.test(SpvOpLogicalAnd, inexact, even);
  const Id error_down = code_.test(SpvOpFOrdLessThan, error, zero);
  const Id grows = code_.test(SpvOpLogicalEqual, error_down, bits.is_negative(high));
  const Id borrows = code_.test(SpvOpIEqual, low, code_.constant(0));
  const Id lower_high = code_.select(borrows, code_.word(SpvOpISub, high, one), high);
  const Id new_low =
      code_.select(grows, code_.word(SpvOpBitwiseOr, low, one), code_.word(SpvOpISub, low, one));
  const Id new_high = code_.select(grows, high, lower_high);
  return {code_.select(moves, new_low, low), code_.select(moves, new_high, high)};
}

// The f32 nearest to |value|, which is rounded to odd and therefore on the right side of every
// point where f32 rounding is decided: of 2^-126 - 2^-150 too.
Id Float32::narrow(const Pair& value) {
  ModuleBuilder& module = code_.module();
  const Id pair =
      code_.emit(SpvOpCompositeConstruct, module.u32_vector(2), {value.low, value.high});
  const Id result = finish_f64(code_.emit(SpvOpBitcast, module.f64_type(), {pair}));
  if (target_.preserves_f32_denormals) return result;
  const Id high = code_.test(SpvOpIEqual, bits.magnitude(value.high), code_.constant(0x380FFFFFu));
  const Id low = code_.test(SpvOpUGreaterThanEqual, value.low, code_.constant(0xE0000000u));
  const Id rounds_up = code_.test(SpvOpLogicalAnd, high, low);
  const Id smallest =
      code_.word(SpvOpBitwiseOr, bits.sign(value.high), code_.constant(f32::kSmallestNormal));
  return code_.select(rounds_up, smallest, result);
}

Id Float32::compare(SpvOp native, SpvOp of_keys, Id a, Id b) {
  if (!target_.signed_zero_inf_nan_preserve) return bits.compare(of_keys, a, b);
  return code_.test(native, bits.as_f32(a), bits.as_f32(b));
}

Id Float32::minimum(Id a, Id b) {
  const Id take_b = code_.test(SpvOpLogicalOr, less(b, a), bits.is_nan(a));
  return code_.select(take_b, b, a);
}

Id Float32::maximum(Id a, Id b) {
  const Id take_b = code_.test(SpvOpLogicalOr, less(a, b), bits.is_nan(a));
  return code_.select(take_b, b, a);
}

Value Float32::binary(BinOp op, Id a, Id b) {
  const auto number = [](Id word) { return Value::of(Kind::kF32, word); };
  if (op == BinOp::kAdd) return number(arithmetic(SpvOpFAdd, a, b));
  if (op == BinOp::kSub) return number(arithmetic(SpvOpFSub, a, b));
  if (op == BinOp::kMul) return number(multiply(a, b));
  if (op == BinOp::kDiv) return number(divide(a, b));
  if (op == BinOp::kMin) return number(minimum(a, b));
  if (op == BinOp::kMax) return number(maximum(a, b));
  return Value::of_truth(truth_of(code_, *this, op, a, b));
}

Value Float32::finished(Finish finish, BinOp op, Id a, Id b) {
  finish_ = finish;
  Value result = binary(op, a, b);
  finish_ = Finish::kCanonical;
  result.uncanonical = true;
  return result;
}

Value Float32::uncanonical_binary(BinOp op, Id a, Id b) {
  return finished(subnormal_free_ ? Finish::kSubnormalFree : Finish::kUncanonical, op, a, b);
}

Id Float32::raw_binary(BinOp op, Id a, Id b, bool is_normal) {
  return finished(is_normal ? Finish::kSubnormalFree : Finish::kUncanonical, op, a, b).word;
}

Value Float32::unary(UnOp op, Id a) {
  const auto number = [](Id word) { return Value::of(Kind::kF32, word); };
  if (ir::ops::has(op, ir::ops::kTranscendental)) {
    return number(transcendental(code_, *this, op, a));
  }
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
  if (op == UnOp::kSqrt) return number(square_root(a));
  if (op == UnOp::kInverseSqrt) return number(reciprocal(square_root(a)));
  if (op == UnOp::kReciprocal) return number(reciprocal(a));
  return number(bits.round(op, a));
}

}  // namespace vyre::spirv
