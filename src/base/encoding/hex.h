#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vyre {

// Lowercase, two digits per byte.
void append_hex(std::string& text, uint8_t byte);
std::string hex_encode(std::span<const uint8_t> bytes);

// Both cases of digits; none when a character is no digit or one digit is left over.
std::optional<std::vector<uint8_t>> hex_decode(std::string_view text);

}  // namespace vyre
