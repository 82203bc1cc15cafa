#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace vyre {

// Integers as all formats store them, at any address. Where the processor stores them so too, each
// is one move.
template <typename Integer>
inline Integer load_little_endian(const uint8_t* from) {
  Integer value = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&value, from, sizeof value);
  } else {
    for (size_t i = 0; i < sizeof value; ++i) {
      value = static_cast<Integer>(value | static_cast<Integer>(from[i]) << (8 * i));
    }
  }
  return value;
}

template <typename Integer>
inline void store_little_endian(uint8_t* to, Integer value) {
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(to, &value, sizeof value);
  } else {
    for (size_t i = 0; i < sizeof value; ++i) to[i] = static_cast<uint8_t>(value >> (8 * i));
  }
}

}  // namespace vyre
