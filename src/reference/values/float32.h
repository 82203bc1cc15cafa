#pragma once

#include <bit>
#include <cfloat>
#include <cstdint>

namespace vyre::reference {

static_assert(FLT_EVAL_METHOD == 0, "f32 operations must round to f32");

inline constexpr uint32_t kCanonicalNan = 0x7FC00000u;

// The one NaN for every NaN, a zero of the same sign for every subnormal. A test of the rounded
// bits, so that a result which rounds up to the smallest normal number survives.
inline float canon(float v) {
  const uint32_t bits = std::bit_cast<uint32_t>(v);
  const uint32_t magnitude = bits & 0x7FFFFFFFu;
  if (magnitude - 0x00800000u <= 0x7F000000u) [[likely]]
    return v;
  if (magnitude > 0x7F800000u) return std::bit_cast<float>(kCanonicalNan);
  return std::bit_cast<float>(bits & 0x80000000u);
}

}  // namespace vyre::reference
