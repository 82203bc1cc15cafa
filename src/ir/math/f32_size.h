#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "ir/program/ops.h"

namespace vyre::ir {

// What is known of an f32 where it is neither zero nor not finite: 2^least <= |x| <= 2^most, and x
// is a multiple of 2^multiple. The first values hold for every canonical f32.
struct F32Size {
  int least = -126, most = 128, multiple = -149;
  bool may_be_zero = true;

  constexpr bool is_normal() const { return least >= -126; }
  constexpr bool is_zero() const { return least > most; }  // or not finite
};

constexpr int kF32FractionBits = 23;

constexpr F32Size f32_between(int least, int most) {
  return {least, most, least - kF32FractionBits};
}

constexpr F32Size f32_size_of(uint32_t bits) {
  const uint32_t magnitude = bits & 0x7FFFFFFFu;
  if (magnitude == 0 || magnitude >= 0x7F800000u) return {128, -149, 128, magnitude == 0};
  const int exponent = static_cast<int>(magnitude >> kF32FractionBits) - 127;
  const int zeros = std::min(std::countr_zero(magnitude), kF32FractionBits);
  return {exponent, exponent + 1, exponent - kF32FractionBits + zeros, false};
}

// Where it is zero or has 2^least <= |x| <= 2^most besides.
constexpr F32Size f32_given(F32Size size, int least, int most) {
  size.least = std::max(size.least, least);
  size.most = std::min(size.most, most);
  size.multiple = std::max(size.multiple, least - kF32FractionBits);
  return size;
}

// Of bits and a mask. Those without the sign, or with fewer digits, keep what is known.
constexpr F32Size f32_masked(const F32Size& size, uint32_t mask) {
  if (mask == 0x80000000u) return f32_size_of(0u);
  return (mask & 0x7F800000u) == 0x7F800000u ? size : F32Size{};
}

// Of bits that may get a sign.
constexpr F32Size f32_signed(const F32Size& a, const F32Size& b) {
  if (a.is_zero()) return b;
  return b.is_zero() ? a : F32Size{};
}

constexpr F32Size f32_either(const F32Size& a, const F32Size& b) {
  return {std::min(a.least, b.least), std::max(a.most, b.most), std::min(a.multiple, b.multiple),
          a.may_be_zero || b.may_be_zero};
}

// Of what an exact result of that size is rounded to. Numbers of 24 bits that are not below 2^least
// are multiples of 2^(least - 23); none is below 2^-149, and none that is finite above 2^128.
constexpr F32Size f32_rounded(F32Size exact) {
  exact.least = std::clamp(exact.least, -150, 128);
  exact.most = std::clamp(exact.most, -149, 128);
  exact.multiple = std::max(exact.multiple, exact.least - kF32FractionBits);
  exact.multiple = std::clamp(exact.multiple, -149, 128);
  return exact;
}

// A sum of multiples is one. Where |a| >= 2^n for sure, it is not below half of that, unless b lies
// near -a and is a multiple of 2^(n - 24) as well.
constexpr F32Size f32_sum(const F32Size& a, const F32Size& b) {
  const int multiple = std::min(a.multiple, b.multiple);
  int least = multiple;
  if (!a.may_be_zero) least = std::max(least, a.least - kF32FractionBits - 1);
  if (!b.may_be_zero) least = std::max(least, b.least - kF32FractionBits - 1);
  return f32_rounded({least, std::max(a.most, b.most) + 1, multiple});
}

constexpr F32Size f32_product(const F32Size& a, const F32Size& b) {
  return f32_rounded({a.least + b.least, a.most + b.most, a.multiple + b.multiple});
}

constexpr F32Size f32_quotient(const F32Size& a, const F32Size& b) {
  return f32_rounded(f32_between(a.least - b.most, a.most - b.least));
}

// Of the exact result of Add, Sub, Mul or Div.
constexpr F32Size f32_size_of(BinOp op, const F32Size& a, const F32Size& b) {
  if (op == BinOp::kMul) return f32_product(a, b);
  return op == BinOp::kDiv ? f32_quotient(a, b) : f32_sum(a, b);
}

// Of a result where it was flushed if it was subnormal.
constexpr F32Size f32_flushed(const F32Size& exact) {
  const F32Size any;
  return {std::max(exact.least, any.least), exact.most, std::max(exact.multiple, any.multiple)};
}

}  // namespace vyre::ir
