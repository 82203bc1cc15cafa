#include "base/utf8.h"

#include <cstdint>
#include <cstring>

namespace vyre {
namespace {

// Bytes of the sequence that starts |text|, or 0 when it is malformed. The second byte's range
// depends on the first: that is where over-long forms, surrogates and the upper end are refused.
size_t sequence_length(std::string_view text) {
  const auto byte = [&](size_t i) {
    return i < text.size() ? static_cast<uint8_t>(text[i]) : uint8_t{0};
  };
  const auto is_tail = [&](size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const uint8_t first = byte(0);
  const uint8_t second = byte(1);
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4) return 0;
  if (first < 0xE0) return is_tail(1) ? 2 : 0;
  if (first < 0xF0) {
    const uint8_t low = first == 0xE0 ? 0xA0 : 0x80;
    const uint8_t high = first == 0xED ? 0x9F : 0xBF;
    return second >= low && second <= high && is_tail(2) ? 3 : 0;
  }
  const uint8_t low = first == 0xF0 ? 0x90 : 0x80;
  const uint8_t high = first == 0xF4 ? 0x8F : 0xBF;
  return second >= low && second <= high && is_tail(2) && is_tail(3) ? 4 : 0;
}

bool eight_ascii(const char* text) {
  uint64_t word;
  std::memcpy(&word, text, sizeof word);
  return (word & 0x8080808080808080u) == 0;
}

}  // namespace

size_t utf8_prefix(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    if (text.size() - at >= 8 && eight_ascii(text.data() + at)) {
      at += 8;
      continue;
    }
    if (static_cast<uint8_t>(text[at]) < 0x80) {
      ++at;
      continue;
    }
    const size_t length = sequence_length(text.substr(at));
    if (length == 0) return at;
    at += length;
  }
  return at;
}

}  // namespace vyre
