#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace vyre::ir::wire {

// Appends to wire bytes.
class Writer {
 public:
  size_t size() const { return bytes_.size(); }
  std::vector<uint8_t>& bytes() { return bytes_; }
  void clear() { bytes_.clear(); }

  void u8(uint8_t value) { bytes_.push_back(value); }
  void boolean(bool value) { u8(value ? 1 : 0); }
  void u16(uint16_t value) { fixed(value); }
  void u32(uint32_t value) { fixed(value); }
  void u64(uint64_t value) { fixed(value); }

  void leb(uint64_t value) {
    for (; value >= 0x80; value >>= 7) u8(static_cast<uint8_t>(value | 0x80));
    u8(static_cast<uint8_t>(value));
  }

  void raw(std::span<const uint8_t> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  void raw(std::string_view text) { bytes_.insert(bytes_.end(), text.begin(), text.end()); }

  void string(std::string_view text) {
    u32(static_cast<uint32_t>(text.size()));
    raw(text);
  }
  void leb_string(std::string_view text) {
    leb(text.size());
    raw(text);
  }

  // Puts |value| over four bytes written before.
  void patch_u32(size_t at, uint32_t value) {
    for (size_t i = 0; i < 4; ++i) bytes_[at + i] = static_cast<uint8_t>(value >> (8 * i));
  }

 private:
  template <typename Integer>
  void fixed(Integer value) {
    uint8_t bytes[sizeof(Integer)];
    for (size_t i = 0; i < sizeof(Integer); ++i) bytes[i] = static_cast<uint8_t>(value >> (8 * i));
    raw(bytes);
  }

  std::vector<uint8_t> bytes_;
};

}  // namespace vyre::ir::wire
