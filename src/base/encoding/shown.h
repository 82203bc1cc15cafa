#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace vyre {

// Texts of others may hold anything and be a megabyte long. What of them is shown is UTF-8 and has
// no control characters: these, and bytes that are no UTF-8, stand as \xNN.
enum class Lines { kEscaped, kKept };  // the ends of lines, and tabs

void append_shown(std::string& out, std::string_view text, Lines lines = Lines::kEscaped);

// |text| as a part of a message: lines are kept, and behind the first |most| bytes or a few more
// comes "... (1048576 bytes)". What has been shown stays as it is.
constexpr size_t kMaxShown = 8192;
std::string shown(std::string_view text, size_t most = kMaxShown);
bool is_shown(std::string_view text, size_t most = kMaxShown);

}  // namespace vyre
