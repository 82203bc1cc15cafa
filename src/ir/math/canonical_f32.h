#pragma once

#include <bit>
#include <cstdint>

namespace vyre::ir {

inline constexpr uint32_t kCanonicalNan = 0x7FC00000u;

// The word of an f32 as programs see it: the one NaN for every NaN, a zero of the same sign for
// every subnormal. A test of the rounded bits, so that a result which rounds up to the smallest
// normal number survives.
constexpr uint32_t canonical_f32(uint32_t bits) {
  const uint32_t magnitude = bits & 0x7FFFFFFFu;
  if (magnitude - 0x00800000u <= 0x7F000000u) [[likely]]
    return bits;
  return magnitude > 0x7F800000u ? kCanonicalNan : bits & 0x80000000u;
}

inline float canonical_f32(float value) {
  return std::bit_cast<float>(canonical_f32(std::bit_cast<uint32_t>(value)));
}

}  // namespace vyre::ir
