#include "ir/json/literals.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>

#include "base/encoding/hex.h"

namespace vyre::ir::json {
namespace {

template <typename Bits>
std::string hex_text(Bits bits) {
  std::array<uint8_t, sizeof(Bits)> bytes;
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<uint8_t>(bits >> (8 * (bytes.size() - 1 - i)));
  }
  return "\"0x" + hex_encode(bytes) + "\"";
}

template <typename Float>
std::string decimal_text(Float value) {
  char digits[32];
  const auto written = std::to_chars(digits, digits + sizeof digits, value);
  return {digits, written.ptr};
}

// A reader takes the number as a double first, which could round it twice.
bool reads_back(const std::string& text, float value) {
  double wide = 0;
  std::from_chars(text.data(), text.data() + text.size(), wide);
  return static_cast<float>(wide) == value;
}

}  // namespace

std::string f32_text(uint32_t bits) {
  const auto value = std::bit_cast<float>(bits);
  if (!std::isnormal(value) && bits != 0) return hex_text(bits);
  const std::string text = decimal_text(value);
  return reads_back(text, value) ? text : hex_text(bits);
}

std::string f64_text(uint64_t bits) {
  const auto value = std::bit_cast<double>(bits);
  return std::isnormal(value) || bits == 0 ? decimal_text(value) : hex_text(bits);
}

}  // namespace vyre::ir::json
