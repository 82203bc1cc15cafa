#include <cstring>
#include <string_view>

#include "plan.h"

namespace tool {

namespace {

// Which bits of each eight bytes are noise, and what the others are.
struct Pattern {
  uint64_t noise = ~uint64_t{0};
  uint64_t fixed = 0;
};

Pattern pattern_of(std::string_view element) {
  const auto has = [&](std::string_view part) { return element.find(part) != element.npos; };
  if (has("BF16")) return {0x807F'807F'807F'807F, 0x3F00'3F00'3F00'3F00};
  if (has("F16")) return {0x83FF'83FF'83FF'83FF, 0x3800'3800'3800'3800};
  if (has("F32")) return {0x807F'FFFF'807F'FFFF, 0x3F00'0000'3F00'0000};
  if (has("F64")) return {0x800F'FFFF'FFFF'FFFF, 0x3FE0'0000'0000'0000};
  if (has("Bool")) return {0x0000'0001'0000'0001, 0};
  return {};
}

// SplitMix64: every start gives another sequence.
uint64_t next(uint64_t& state) {
  state += 0x9E37'79B9'7F4A'7C15;
  uint64_t bits = state;
  bits = (bits ^ bits >> 30) * 0xBF58'476D'1CE4'E5B9;
  bits = (bits ^ bits >> 27) * 0x94D0'49BB'1331'11EB;
  return bits ^ bits >> 31;
}

}  // namespace

Bytes generated_bytes(const vyre_parameter_info& buffer, uint64_t size) {
  const Pattern pattern = pattern_of(view(buffer.element));
  uint64_t state = uint64_t{buffer.slot} + 1;
  Bytes bytes(static_cast<size_t>(size));
  for (size_t i = 0; i < bytes.size(); i += sizeof(uint64_t)) {
    const uint64_t word = (next(state) & pattern.noise) | pattern.fixed;
    std::memcpy(bytes.data() + i, &word, std::min(sizeof word, bytes.size() - i));
  }
  return bytes;
}

}  // namespace tool
