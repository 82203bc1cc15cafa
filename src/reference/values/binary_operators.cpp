#include <bit>
#include <concepts>
#include <limits>

#include "reference/values/operators.h"

namespace vyre::reference {
namespace {

using ir::BinOp;

Value make(uint32_t v) { return make_u32(v); }
Value make(uint64_t v) { return make_u64(v); }
Value make(int32_t v) { return make_i32(v); }
Value make(bool v) { return make_bool(v); }

template <typename T>
Fault done(Value* out, T v) {
  *out = make(v);
  return Fault::kNone;
}

template <std::unsigned_integral T>
T saturating_add(T a, T b) {
  T sum;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<T>::max() : sum;
}

template <std::unsigned_integral T>
T saturating_mul(T a, T b) {
  T product;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<T>::max() : product;
}

int32_t clamp_to_i32(int64_t v) {
  if (v < INT32_MIN) return INT32_MIN;
  return v > INT32_MAX ? INT32_MAX : static_cast<int32_t>(v);
}

uint32_t mul_high(uint32_t a, uint32_t b) {
  return static_cast<uint32_t>(uint64_t{a} * uint64_t{b} >> 32);
}

uint64_t mul_high(uint64_t a, uint64_t b) {
  const uint64_t a0 = a & UINT32_MAX, a1 = a >> 32, b0 = b & UINT32_MAX, b1 = b >> 32;
  const uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
  const uint64_t carry = (middle & UINT32_MAX) + a0 * b1;
  return a1 * b1 + (middle >> 32) + (carry >> 32);
}

template <std::unsigned_integral T>
Fault rotate(BinOp op, T a, T b, Value* out) {
  if constexpr (!std::same_as<T, uint32_t>) {
    return Fault::kNoMeaning;
  } else {
    const int count = static_cast<int>(b & 31);
    return done(out, op == BinOp::kRotateLeft ? std::rotl(a, count) : std::rotr(a, count));
  }
}

template <std::unsigned_integral T>
Fault binary_unsigned(BinOp op, T a, T b, Value* out) {
  constexpr T kMask = sizeof(T) * 8 - 1;
  switch (op) {
    case BinOp::kAdd:
    case BinOp::kWrappingAdd:
      return done<T>(out, a + b);
    case BinOp::kSub:
    case BinOp::kWrappingSub:
      return done<T>(out, a - b);
    case BinOp::kMul:
      return done<T>(out, a * b);
    case BinOp::kDiv:
      return done<T>(out, b == 0 ? std::numeric_limits<T>::max() : a / b);
    case BinOp::kMod:
      return done<T>(out, b == 0 ? 0 : a % b);
    case BinOp::kBitAnd:
      return done<T>(out, a & b);
    case BinOp::kBitOr:
      return done<T>(out, a | b);
    case BinOp::kBitXor:
      return done<T>(out, a ^ b);
    case BinOp::kShl:
      return done<T>(out, a << (b & kMask));
    case BinOp::kShr:
      return done<T>(out, a >> (b & kMask));
    case BinOp::kEq:
      return done(out, a == b);
    case BinOp::kNe:
      return done(out, a != b);
    case BinOp::kLt:
      return done(out, a < b);
    case BinOp::kGt:
      return done(out, a > b);
    case BinOp::kLe:
      return done(out, a <= b);
    case BinOp::kGe:
      return done(out, a >= b);
    case BinOp::kAnd:
      return done(out, a != 0 && b != 0);
    case BinOp::kOr:
      return done(out, a != 0 || b != 0);
    case BinOp::kAbsDiff:
      return done<T>(out, a < b ? b - a : a - b);
    case BinOp::kMin:
      return done<T>(out, b < a ? b : a);
    case BinOp::kMax:
      return done<T>(out, a < b ? b : a);
    case BinOp::kSaturatingAdd:
      return done<T>(out, saturating_add(a, b));
    case BinOp::kSaturatingSub:
      return done<T>(out, a < b ? 0 : a - b);
    case BinOp::kSaturatingMul:
      return done<T>(out, saturating_mul(a, b));
    case BinOp::kMulHigh:
      return done<T>(out, mul_high(a, b));
    case BinOp::kRotateLeft:
    case BinOp::kRotateRight:
      return rotate(op, a, b, out);
    case BinOp::kShuffle:
    case BinOp::kBallot:
    case BinOp::kWaveReduce:
    case BinOp::kWaveBroadcast:
    case BinOp::kOpaque:
      return Fault::kNoMeaning;
  }
  return Fault::kNoMeaning;
}

int32_t wrap(uint32_t bits) { return static_cast<int32_t>(bits); }

Fault divide_i32(BinOp op, int32_t a, int32_t b, Value* out) {
  if (b == 0) return Fault::kDivisionByZero;
  if (a == INT32_MIN && b == -1) return Fault::kDivisionOverflow;
  return done(out, op == BinOp::kDiv ? a / b : a % b);
}

Fault binary_i32(BinOp op, int32_t a, int32_t b, Value* out) {
  const uint32_t ua = static_cast<uint32_t>(a), ub = static_cast<uint32_t>(b);
  const int64_t wa = a, wb = b;
  switch (op) {
    case BinOp::kAdd:
    case BinOp::kWrappingAdd:
      return done(out, wrap(ua + ub));
    case BinOp::kSub:
    case BinOp::kWrappingSub:
      return done(out, wrap(ua - ub));
    case BinOp::kMul:
      return done(out, wrap(ua * ub));
    case BinOp::kDiv:
    case BinOp::kMod:
      return divide_i32(op, a, b, out);
    case BinOp::kBitAnd:
      return done(out, a & b);
    case BinOp::kBitOr:
      return done(out, a | b);
    case BinOp::kBitXor:
      return done(out, a ^ b);
    case BinOp::kShl:
      return done(out, wrap(ua << (ub & 31)));
    case BinOp::kShr:
      return done(out, a >> (ub & 31));
    case BinOp::kEq:
      return done(out, a == b);
    case BinOp::kNe:
      return done(out, a != b);
    case BinOp::kLt:
      return done(out, a < b);
    case BinOp::kGt:
      return done(out, a > b);
    case BinOp::kLe:
      return done(out, a <= b);
    case BinOp::kGe:
      return done(out, a >= b);
    case BinOp::kAnd:
      return done(out, a != 0 && b != 0);
    case BinOp::kOr:
      return done(out, a != 0 || b != 0);
    case BinOp::kAbsDiff:
      return done(out, static_cast<uint32_t>(wa < wb ? wb - wa : wa - wb));
    case BinOp::kMin:
      return done(out, b < a ? b : a);
    case BinOp::kMax:
      return done(out, a < b ? b : a);
    case BinOp::kSaturatingAdd:
      return done(out, clamp_to_i32(wa + wb));
    case BinOp::kSaturatingSub:
      return done(out, clamp_to_i32(wa - wb));
    case BinOp::kSaturatingMul:
      return done(out, clamp_to_i32(wa * wb));
    case BinOp::kMulHigh:
    case BinOp::kRotateLeft:
    case BinOp::kRotateRight:
    case BinOp::kShuffle:
    case BinOp::kBallot:
    case BinOp::kWaveReduce:
    case BinOp::kWaveBroadcast:
    case BinOp::kOpaque:
      return Fault::kNoMeaning;
  }
  return Fault::kNoMeaning;
}

Fault binary_bool(BinOp op, bool a, bool b, Value* out) {
  if (op == BinOp::kEq) return done(out, a == b);
  if (op == BinOp::kNe) return done(out, a != b);
  if (op == BinOp::kAnd) return done(out, a && b);
  if (op == BinOp::kOr) return done(out, a || b);
  return Fault::kNoMeaning;
}

}  // namespace

Fault binary(BinOp op, const Value& left, const Value& right, Value* out) {
  if (left.kind != right.kind) return Fault::kKindMismatch;
  switch (left.kind) {
    case Kind::kU32:
      return binary_unsigned(op, low_word(left), low_word(right), out);
    case Kind::kI32:
      return binary_i32(op, to_i32(left), to_i32(right), out);
    case Kind::kU64:
      return binary_unsigned(op, left.lo, right.lo, out);
    case Kind::kBool:
      return binary_bool(op, left.lo != 0, right.lo != 0, out);
    case Kind::kFloat:
      return binary_f32(op, ir::canonical_f32(to_f32(left)), ir::canonical_f32(to_f32(right)), out);
    case Kind::kUnbound:
    case Kind::kRaw:
      return Fault::kNoMeaning;
  }
  return Fault::kNoMeaning;
}

}  // namespace vyre::reference
