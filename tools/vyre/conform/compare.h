#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace tool {

// Distance of two floats on the scale of their ordered bit patterns, where -0 and +0 are one
// step apart. A NaN is infinitely far from everything but the same bits.
uint64_t ulp_distance(uint32_t left, uint32_t right);

// Empty when |actual| matches |expected|, byte for byte or as 32-bit floats at most |ulp| apart;
// else the first difference in words.
std::string first_difference(std::span<const uint8_t> actual, std::span<const uint8_t> expected,
                             uint32_t ulp = 0);

}  // namespace tool
