#pragma once

#include <cstddef>
#include <string_view>

namespace vyre {

// Length of the longest prefix that is well-formed UTF-8: shortest forms only, no surrogates,
// nothing above U+10FFFF. NUL is a character like any other.
size_t utf8_prefix(std::string_view text);

inline bool is_utf8(std::string_view text) { return utf8_prefix(text) == text.size(); }

}  // namespace vyre
