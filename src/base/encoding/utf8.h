#pragma once

#include <cstddef>
#include <string_view>

namespace vyre {

// Bytes of the character that |text| begins with, as below; 0: it begins with none.
size_t utf8_length(std::string_view text);

// Length of the longest prefix that is well-formed UTF-8: shortest forms only, no surrogates,
// nothing above U+10FFFF. NUL is a character like any other.
size_t utf8_prefix(std::string_view text);

inline bool is_utf8(std::string_view text) { return utf8_prefix(text) == text.size(); }

}  // namespace vyre
