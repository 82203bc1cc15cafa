#include "base/encoding/utf8.h"

#include <cstdint>
#include <cstring>

namespace vyre {
namespace {

template <typename Word>
bool has_upper_bits(const char* text) {
  Word word;
  std::memcpy(&word, text, sizeof word);
  return (word & static_cast<Word>(0x8080808080808080u)) != 0;
}

// By words that may overlap at the end.
bool is_ascii(std::string_view text) {
  const char* const last = text.data() + text.size();
  if (text.size() >= 8) {
    for (const char* at = text.data(); at < last - 8; at += 8) {
      if (has_upper_bits<uint64_t>(at)) return false;
    }
    return !has_upper_bits<uint64_t>(last - 8);
  }
  if (text.size() >= 4) {
    return !has_upper_bits<uint32_t>(text.data()) && !has_upper_bits<uint32_t>(last - 4);
  }
  for (const char byte : text) {
    if (static_cast<uint8_t>(byte) >= 0x80) return false;
  }
  return true;
}

}  // namespace

// The second byte's range depends on the first: that is where over-long forms, surrogates and the
// upper end are refused.
size_t utf8_length(std::string_view text) {
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

size_t utf8_prefix(std::string_view text) {
  if (is_ascii(text)) return text.size();
  size_t at = 0;
  while (at < text.size()) {
    if (text.size() - at >= 8 && !has_upper_bits<uint64_t>(text.data() + at)) {
      at += 8;
      continue;
    }
    if (static_cast<uint8_t>(text[at]) < 0x80) {
      ++at;
      continue;
    }
    const size_t length = utf8_length(text.substr(at));
    if (length == 0) return at;
    at += length;
  }
  return at;
}

}  // namespace vyre
