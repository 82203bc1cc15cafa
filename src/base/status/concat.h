#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace vyre {

void append_number(std::string& out, int64_t number);
void append_number(std::string& out, uint64_t number);

inline void append(std::string& out, std::string_view text) { out += text; }
inline void append(std::string& out, char character) { out += character; }
void append(std::string& out, std::signed_integral auto number) {
  append_number(out, int64_t{number});
}
void append(std::string& out, std::unsigned_integral auto number) {
  append_number(out, uint64_t{number});
}

// Joins strings, characters and integers into one text.
template <typename... Parts>
std::string concat(const Parts&... parts) {
  std::string text;
  (append(text, parts), ...);
  return text;
}

// "one, two, three", without those that are empty.
std::string list_of(std::span<const std::string_view> words);

}  // namespace vyre
