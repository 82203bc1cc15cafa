#pragma once

#include <cstdint>
#include <string_view>

namespace vyre {

// FNV-1a of 64 bits, for formats that demand it. Whoever knows it can make inputs that collide.
class Fnv1a {
 public:
  constexpr Fnv1a& byte(uint8_t value) {
    hash_ = (hash_ ^ value) * 0x100000001B3u;
    return *this;
  }
  constexpr Fnv1a& text(std::string_view bytes) {
    for (const char one : bytes) byte(static_cast<uint8_t>(one));
    return *this;
  }
  constexpr Fnv1a& u64(uint64_t value) {  // little-endian
    for (uint32_t shift = 0; shift < 64; shift += 8) byte(static_cast<uint8_t>(value >> shift));
    return *this;
  }
  constexpr uint64_t hash() const { return hash_; }

 private:
  uint64_t hash_ = 0xCBF29CE484222325u;  // of nothing
};

}  // namespace vyre
