#include "compare.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace tool {

namespace {

bool is_nan(uint32_t bits) { return (bits & 0x7FFFFFFFu) > 0x7F800000u; }

int64_t ordered(uint32_t bits) {
  const int64_t magnitude = bits & 0x7FFFFFFFu;
  return (bits >> 31) != 0 ? -magnitude - 1 : magnitude;
}

uint32_t word_at(std::span<const uint8_t> bytes, size_t at) {
  uint32_t word = 0;
  std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

std::string byte_difference(std::span<const uint8_t> actual, std::span<const uint8_t> expected) {
  const auto [here, there] = std::mismatch(actual.begin(), actual.end(), expected.begin());
  if (here == actual.end()) return {};
  char text[96];
  std::snprintf(text, sizeof text, "byte %td is 0x%02x, expected 0x%02x", here - actual.begin(),
                *here, *there);
  return text;
}

std::string float_difference(std::span<const uint8_t> actual, std::span<const uint8_t> expected,
                             uint32_t ulp) {
  for (size_t at = 0; at + 4 <= actual.size(); at += 4) {
    const uint32_t here = word_at(actual, at);
    const uint32_t there = word_at(expected, at);
    if (ulp_distance(here, there) <= ulp) continue;
    char text[128];
    std::snprintf(text, sizeof text,
                  "float %zu is 0x%08x, expected 0x%08x, more than %u units in the last place off",
                  at / 4, here, there, ulp);
    return text;
  }
  return byte_difference(actual.subspan(actual.size() & ~size_t{3}),
                         expected.subspan(expected.size() & ~size_t{3}));
}

}  // namespace

uint64_t ulp_distance(uint32_t left, uint32_t right) {
  if (left == right) return 0;
  if (is_nan(left) || is_nan(right)) return UINT64_MAX;
  const int64_t difference = ordered(left) - ordered(right);
  return static_cast<uint64_t>(difference < 0 ? -difference : difference);
}

std::string first_difference(std::span<const uint8_t> actual, std::span<const uint8_t> expected,
                             uint32_t ulp) {
  if (actual.size() != expected.size())
    return std::to_string(actual.size()) + " bytes, expected " + std::to_string(expected.size());
  if (ulp > 0) return float_difference(actual, expected, ulp);
  return byte_difference(actual, expected);
}

}  // namespace tool
