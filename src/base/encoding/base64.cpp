#include "base/encoding/base64.h"

#include <algorithm>
#include <cstdint>

namespace vyre {

std::string base64_encode(std::span<const std::byte> bytes) {
  static constexpr char kDigits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t at = 0; at < bytes.size(); at += 3) {
    const size_t count = std::min<size_t>(bytes.size() - at, 3);
    uint32_t three = 0;
    for (size_t i = 0; i < count; ++i)
      three |= std::to_integer<uint32_t>(bytes[at + i]) << (16 - 8 * i);
    for (size_t i = 0; i < 4; ++i) {
      text.push_back(i <= count ? kDigits[three >> (18 - 6 * i) & 63] : '=');
    }
  }
  return text;
}

}  // namespace vyre
