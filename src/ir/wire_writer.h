#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace vyre::ir::wire {

// Appends to wire bytes. The bytes are made in larger pieces than they are written.
class Writer {
 public:
  size_t size() const { return size_; }
  std::span<uint8_t> bytes() { return {bytes_.data(), size_}; }
  void clear() { size_ = 0; }

  // Hands the bytes out; the writer is empty afterwards.
  std::vector<uint8_t> take() {
    bytes_.resize(std::exchange(size_, 0));
    return std::move(bytes_);
  }

  void u8(uint8_t value) { *grow(1) = value; }
  void boolean(bool value) { u8(value ? 1 : 0); }
  void u16(uint16_t value) { fixed(grow(sizeof value), value); }
  void u32(uint32_t value) { fixed(grow(sizeof value), value); }
  void u64(uint64_t value) { fixed(grow(sizeof value), value); }

  void leb(uint64_t value) {
    for (; value >= 0x80; value >>= 7) u8(static_cast<uint8_t>(value | 0x80));
    u8(static_cast<uint8_t>(value));
  }

  void raw(std::span<const uint8_t> bytes) { raw(bytes.data(), bytes.size()); }
  void raw(std::string_view text) { raw(text.data(), text.size()); }
  void zeros(size_t count) { std::memset(grow(count), 0, count); }

  void string(std::string_view text) {
    u32(static_cast<uint32_t>(text.size()));
    raw(text);
  }
  void leb_string(std::string_view text) {
    leb(text.size());
    raw(text);
  }

  // Puts |value| over four bytes written before.
  void patch_u32(size_t at, uint32_t value) { fixed(bytes_.data() + at, value); }

 private:
  // Room for |count| more bytes, which are part of the size from now on.
  uint8_t* grow(size_t count) {
    if (bytes_.size() - size_ < count) bytes_.resize(2 * bytes_.size() + count + 256);
    return bytes_.data() + std::exchange(size_, size_ + count);
  }

  void raw(const void* from, size_t count) {
    if (count != 0) std::memcpy(grow(count), from, count);
  }

  template <typename Integer>
  static void fixed(uint8_t* to, Integer value) {
    for (size_t i = 0; i < sizeof value; ++i) to[i] = static_cast<uint8_t>(value >> (8 * i));
  }

  std::vector<uint8_t> bytes_;
  size_t size_ = 0;  // those written; the rest is room
};

}  // namespace vyre::ir::wire
