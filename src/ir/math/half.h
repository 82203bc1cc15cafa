#pragma once

#include <bit>

#include "ir/math/canonical_f32.h"

// 16-bit floats and the canonical f32 of the same value, or the nearest. The even one of two that
// are as near.
namespace vyre::ir {

constexpr uint32_t f32_of_bf16(uint16_t half) { return canonical_f32(uint32_t{half} << 16); }

constexpr uint16_t bf16_of(uint32_t bits) {
  const uint32_t even = bits >> 16 & 1u;
  const bool is_nan = bits == kCanonicalNan;
  return static_cast<uint16_t>((is_nan ? bits : bits + 0x7FFFu + even) >> 16);
}

constexpr uint32_t f32_of_f16(uint16_t half) {
  const uint32_t sign = uint32_t{half} << 16 & 0x80000000u;
  const uint32_t magnitude = half & 0x7FFFu;
  if (magnitude > 0x7C00u) return kCanonicalNan;
  if (magnitude == 0x7C00u) return sign | 0x7F800000u;
  if (magnitude >= 0x0400u) return sign | ((magnitude << 13) + (112u << 23));
  if (magnitude == 0) return sign;
  return sign | (std::bit_cast<uint32_t>(static_cast<float>(magnitude)) - (24u << 23));
}

constexpr uint16_t f16_of(uint32_t bits) {
  const uint32_t sign = bits >> 16 & 0x8000u;
  const uint32_t magnitude = bits & 0x7FFFFFFFu;
  if (bits == kCanonicalNan) return 0x7E00;
  uint32_t half = 0x7C00;
  if (magnitude < 0x38800000u) {  // below the smallest normal one: in units of 2^-24
    const uint32_t shift = magnitude < 0x33000000u ? 25 : 126 - (magnitude >> 23);
    const uint32_t whole = (magnitude & 0x007FFFFFu) | 0x00800000u;
    half = shift > 24 ? 0 : (whole + (1u << (shift - 1)) - 1 + (whole >> shift & 1u)) >> shift;
  } else if (magnitude < 0x47800000u) {
    half = (magnitude - (112u << 23) + 0xFFFu + (magnitude >> 13 & 1u)) >> 13;
  }
  return static_cast<uint16_t>(sign | half);
}

}  // namespace vyre::ir
