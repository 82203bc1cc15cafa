#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "ir/math/canonical_f32.h"
#include "ir/program/ops.h"

// What operators compute, written once over the type of their operands: uint32_t, int32_t,
// uint64_t, float and bool. Floats are canonical. Whoever folds floats is compiled with
// -ffp-contract=off.
//
// |out| takes what comes of it, and fold gives what |out| does:
//   out(v)                       the result: of the operands' type, unsigned or a truth value
//   out.nothing()                the operator has no meaning for the type
//   out.division_by_zero(), out.division_overflow()   of int32_t
//   out.transcendental(op, v)    the value of that function of ir/math/transcendental.h
namespace vyre::ir {
namespace folding {

template <typename T>
concept Integer = std::integral<T> && !std::same_as<T, bool>;
template <typename T>
concept Number = Integer<T> || std::floating_point<T>;

// An integer as one that wraps around, every other value as it is.
template <typename T>
constexpr auto bits(T v) {
  if constexpr (std::signed_integral<T>) {
    return static_cast<std::make_unsigned_t<T>>(v);
  } else {
    return v;
  }
}

template <Integer T>
constexpr bool is_negative([[maybe_unused]] T v) {
  if constexpr (std::signed_integral<T>) return v < 0;
  return false;
}

// A number wins over NaN; of equal operands (+0 and -0 too) the left one.
template <Number T>
T minimum(T a, T b) {
  if (a != a) return b;
  return b < a ? b : a;
}

template <Number T>
T maximum(T a, T b) {
  if (a != a) return b;
  return b > a ? b : a;
}

template <Integer T>
T bound(bool is_lower) {
  return is_lower ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
}

template <Integer T>
T saturating_add(T a, T b) {
  T sum;
  return __builtin_add_overflow(a, b, &sum) ? bound<T>(is_negative(a)) : sum;
}

template <Integer T>
T saturating_sub(T a, T b) {
  T difference;
  const bool overflows = __builtin_sub_overflow(a, b, &difference);
  return overflows ? bound<T>(std::unsigned_integral<T> || is_negative(a)) : difference;
}

template <Integer T>
T saturating_mul(T a, T b) {
  T product;
  const bool overflows = __builtin_mul_overflow(a, b, &product);
  return overflows ? bound<T>(is_negative(a) != is_negative(b)) : product;
}

constexpr uint32_t mul_high(uint32_t a, uint32_t b) {
  return static_cast<uint32_t>(uint64_t{a} * uint64_t{b} >> 32);
}

constexpr uint64_t mul_high(uint64_t a, uint64_t b) {
  const uint64_t a0 = a & UINT32_MAX, a1 = a >> 32, b0 = b & UINT32_MAX, b1 = b >> 32;
  const uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
  const uint64_t carry = (middle & UINT32_MAX) + a0 * b1;
  return a1 * b1 + (middle >> 32) + (carry >> 32);
}

template <std::unsigned_integral T>
constexpr T reverse_bits(T v) {
  T reversed = 0;
  for (size_t i = 0; i < sizeof(T) * 8; ++i) {
    reversed = static_cast<T>(reversed << 1 | (v >> i & 1));
  }
  return reversed;
}

inline float sign(float v) {
  if (v != v) return v;
  if (v == 0.0f) return 0.0f;
  return v > 0.0f ? 1.0f : -1.0f;
}

template <std::unsigned_integral T, typename Out>
auto divide(BinOp op, T a, T b, Out out) {
  if (op == BinOp::kDiv) return out(b == 0 ? std::numeric_limits<T>::max() : a / b);
  return out(b == 0 ? T{0} : a % b);
}

template <std::signed_integral T, typename Out>
auto divide(BinOp op, T a, T b, Out out) {
  if (b == 0) return out.division_by_zero();
  if (a == std::numeric_limits<T>::min() && b == -1) return out.division_overflow();
  return out(op == BinOp::kDiv ? a / b : a % b);
}

}  // namespace folding

template <typename T, typename Out>
auto fold(BinOp op, T a, T b, Out out) {
  constexpr bool kInteger = folding::Integer<T>, kFloat = std::floating_point<T>;
  constexpr bool kNumber = kInteger || kFloat, kUnsigned = kInteger && std::is_unsigned_v<T>;
  constexpr T kShiftMask = sizeof(T) * 8 - 1;
  const auto x = folding::bits(a), y = folding::bits(b);
  const auto give = [&](auto v) {
    if constexpr (kFloat) return out(canonical_f32(v));
    if constexpr (!kFloat) return out(static_cast<T>(v));
  };
  switch (op) {
    case BinOp::kAdd:
      if constexpr (kNumber) return give(x + y);
      break;
    case BinOp::kSub:
      if constexpr (kNumber) return give(x - y);
      break;
    case BinOp::kMul:
      if constexpr (kNumber) return give(x * y);
      break;
    case BinOp::kDiv:
      if constexpr (kFloat) return give(a / b);
      [[fallthrough]];
    case BinOp::kMod:
      if constexpr (kInteger) return folding::divide(op, a, b, out);
      break;
    case BinOp::kBitAnd:
      if constexpr (kInteger) return give(x & y);
      break;
    case BinOp::kBitOr:
      if constexpr (kInteger) return give(x | y);
      break;
    case BinOp::kBitXor:
      if constexpr (kInteger) return give(x ^ y);
      break;
    case BinOp::kShl:
      if constexpr (kInteger) return give(x << (y & kShiftMask));
      break;
    case BinOp::kShr:
      if constexpr (kInteger) return give(a >> (y & kShiftMask));
      break;
    case BinOp::kEq:
      return out(a == b);
    case BinOp::kNe:
      return out(a != b);
    case BinOp::kLt:
      if constexpr (kNumber) return out(a < b);
      break;
    case BinOp::kGt:
      if constexpr (kNumber) return out(a > b);
      break;
    case BinOp::kLe:
      if constexpr (kNumber) return out(a <= b);
      break;
    case BinOp::kGe:
      if constexpr (kNumber) return out(a >= b);
      break;
    case BinOp::kAnd:
      if constexpr (!kFloat) return out(a != T{} && b != T{});
      break;
    case BinOp::kOr:
      if constexpr (!kFloat) return out(a != T{} || b != T{});
      break;
    case BinOp::kAbsDiff:
      if constexpr (kInteger) return out(a < b ? y - x : x - y);
      break;
    case BinOp::kMin:
      if constexpr (kNumber) return give(folding::minimum(a, b));
      break;
    case BinOp::kMax:
      if constexpr (kNumber) return give(folding::maximum(a, b));
      break;
    case BinOp::kSaturatingAdd:
      if constexpr (kInteger) return out(folding::saturating_add(a, b));
      break;
    case BinOp::kSaturatingSub:
      if constexpr (kInteger) return out(folding::saturating_sub(a, b));
      break;
    case BinOp::kSaturatingMul:
      if constexpr (kInteger) return out(folding::saturating_mul(a, b));
      break;
    case BinOp::kRotateLeft:
      if constexpr (std::same_as<T, uint32_t>) return out(std::rotl(a, static_cast<int>(b & 31)));
      break;
    case BinOp::kRotateRight:
      if constexpr (std::same_as<T, uint32_t>) return out(std::rotr(a, static_cast<int>(b & 31)));
      break;
    case BinOp::kWrappingAdd:
      if constexpr (kInteger) return give(x + y);
      break;
    case BinOp::kWrappingSub:
      if constexpr (kInteger) return give(x - y);
      break;
    case BinOp::kMulHigh:
      if constexpr (kUnsigned) return out(folding::mul_high(a, b));
      break;
    case BinOp::kShuffle:
    case BinOp::kBallot:
    case BinOp::kWaveReduce:
    case BinOp::kWaveBroadcast:
    case BinOp::kOpaque:
      break;
  }
  return out.nothing();
}

template <typename T, typename Out>
auto fold(UnOp op, T v, Out out) {
  constexpr bool kInteger = folding::Integer<T>, kFloat = std::floating_point<T>;
  const auto x = folding::bits(v);
  const auto give = [&](auto result) {
    if constexpr (kFloat) return out(canonical_f32(result));
    if constexpr (!kFloat) return out(static_cast<T>(result));
  };
  switch (op) {
    case UnOp::kNegate:
      if constexpr (kInteger || kFloat) return give(-x);
      break;
    case UnOp::kBitNot:
      if constexpr (kInteger) return give(~x);
      break;
    case UnOp::kLogicalNot:
      if constexpr (!kFloat) return out(v == T{});
      break;
    case UnOp::kPopcount:
      if constexpr (kInteger) return give(std::popcount(x));
      break;
    case UnOp::kClz:
      if constexpr (kInteger) return give(std::countl_zero(x));
      break;
    case UnOp::kCtz:
      if constexpr (kInteger) return give(std::countr_zero(x));
      break;
    case UnOp::kReverseBits:
      if constexpr (kInteger) return give(folding::reverse_bits(x));
      break;
    case UnOp::kAbs:
      if constexpr (kFloat) return give(std::fabs(v));
      break;
    case UnOp::kSqrt:
      if constexpr (kFloat) return give(std::sqrt(v));
      break;
    case UnOp::kInverseSqrt:
      if constexpr (kFloat) return give(1.0f / std::sqrt(v));
      break;
    case UnOp::kReciprocal:
      if constexpr (kFloat) return give(1.0f / v);
      break;
    case UnOp::kFloor:
      if constexpr (kFloat) return give(std::floor(v));
      break;
    case UnOp::kCeil:
      if constexpr (kFloat) return give(std::ceil(v));
      break;
    case UnOp::kRound:
      if constexpr (kFloat) return give(std::round(v));
      break;
    case UnOp::kTrunc:
      if constexpr (kFloat) return give(std::trunc(v));
      break;
    case UnOp::kSign:
      if constexpr (kFloat) return give(folding::sign(v));
      break;
    case UnOp::kIsNan:
      if constexpr (kFloat) return out(std::isnan(v));
      break;
    case UnOp::kIsInf:
      if constexpr (kFloat) return out(std::isinf(v));
      break;
    case UnOp::kIsFinite:
      if constexpr (kFloat) return out(std::isfinite(v));
      break;
#define TRANSCENDENTAL(name, ...) case UnOp::name:
#include "ir/program/ops.def"
      if constexpr (kFloat) return give(out.transcendental(op, v));
      break;
    case UnOp::kUnpack4Low:
    case UnOp::kUnpack4High:
    case UnOp::kUnpack8Low:
    case UnOp::kUnpack8High:
    case UnOp::kOpaque:
      break;
  }
  return out.nothing();
}

}  // namespace vyre::ir
