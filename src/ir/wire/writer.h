#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/encoding/little_endian.h"

namespace vyre::ir::wire {

// Puts values at |to| and answers where the next one goes. The room is the caller's matter.
template <typename Integer>
inline uint8_t* put(uint8_t* to, Integer value) {
  store_little_endian(to, value);
  return to + sizeof value;
}

inline uint8_t* put_raw(uint8_t* to, const void* from, size_t count) {
  if (count != 0) std::memcpy(to, from, count);
  return to + count;
}

// The same for a text that is short most of the time, without a call.
inline uint8_t* put_text(uint8_t* to, std::string_view text) {
  const size_t size = text.size();
  const char* const from = text.data();
  if (size > 16) return put_raw(to, from, size);
  if (size >= 8) {
    std::memcpy(to, from, 8);
    std::memcpy(to + size - 8, from + size - 8, 8);
  } else if (size >= 4) {
    std::memcpy(to, from, 4);
    std::memcpy(to + size - 4, from + size - 4, 4);
  } else {
    for (size_t i = 0; i < size; ++i) to[i] = static_cast<uint8_t>(from[i]);
  }
  return to + size;
}

// As the bytes of two texts compare: the length stands first, its lowest byte foremost.
inline std::strong_ordering compare_texts(std::string_view a, std::string_view b) {
  if (a.size() == b.size()) return a <=> b;
  const auto size_of = [](std::string_view text) {
    return __builtin_bswap32(static_cast<uint32_t>(text.size()));
  };
  return size_of(a) <=> size_of(b);
}

inline uint8_t* put_leb(uint8_t* to, uint64_t value) {
  for (; value >= 0x80; value >>= 7) *to++ = static_cast<uint8_t>(value | 0x80);
  *to++ = static_cast<uint8_t>(value);
  return to;
}

constexpr size_t leb_size(uint64_t value) {
  return (static_cast<size_t>(std::bit_width(value | 1)) + 6) / 7;
}

// Appends to wire bytes. Small programs fit the memory that it brings along.
class Writer {
 public:
  Writer() = default;
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  size_t size() const { return offset(at_); }
  std::span<uint8_t> bytes() { return {begin_, size()}; }
  std::vector<uint8_t> copy() const { return {begin_, at_}; }
  void clear() { at_ = begin_; }

  void u8(uint8_t value) { at_ = put(room(at_, 1), value); }
  void boolean(bool value) { u8(value ? 1 : 0); }
  void u16(uint16_t value) { at_ = put(room(at_, sizeof value), value); }
  void u32(uint32_t value) { at_ = put(room(at_, sizeof value), value); }
  void leb(uint64_t value) { at_ = put_leb(room(at_, kMaxLeb), value); }

  void raw(std::span<const uint8_t> bytes) { raw(bytes.data(), bytes.size()); }
  void raw(std::string_view text) { raw(text.data(), text.size()); }
  void zeros(size_t count) {
    at_ = room(at_, count);
    std::memset(at_, 0, count);
    at_ += count;
  }

  void string(std::string_view text) {
    u32(static_cast<uint32_t>(text.size()));
    raw(text);
  }
  void leb_string(std::string_view text) {
    leb(text.size());
    raw(text);
  }

  // What |write|() appends, behind its size, which is thought to need |size_bytes|.
  template <typename Write>
  void sized(size_t size_bytes, Write write) {
    const size_t size_at = size();
    zeros(size_bytes);
    write();
    const size_t count = size() - size_at - size_bytes;
    if (leb_size(count) != size_bytes) move(size_at + size_bytes, size_at + leb_size(count));
    put_leb(begin_ + size_at, count);
  }

  // Many small values are written faster with a cursor that stays in a register: it starts at
  // cursor(), passes through room() before anything is put, and ends in advance_to().
  uint8_t* cursor() const { return at_; }
  void advance_to(uint8_t* at) { at_ = at; }
  size_t offset(const uint8_t* at) const { return static_cast<size_t>(at - begin_); }
  // A cursor at the same place with room for |count| bytes.
  uint8_t* room(uint8_t* at, size_t count) {
    if (static_cast<size_t>(end_ - at) < count) [[unlikely]] {
      at = grow(at, count);
    }
    return at;
  }
  uint8_t* at(size_t offset) { return begin_ + offset; }

 private:
  static constexpr size_t kMaxLeb = 10;

  void raw(const void* from, size_t count) { at_ = put_raw(room(at_, count), from, count); }

  [[gnu::noinline]] uint8_t* grow(const uint8_t* at, size_t count) {
    const size_t used = offset(at), wanted = 2 * static_cast<size_t>(end_ - begin_) + count;
    auto memory = std::make_unique_for_overwrite<uint8_t[]>(wanted);
    std::memcpy(memory.get(), begin_, used);
    grown_ = std::move(memory);
    begin_ = grown_.get();
    end_ = begin_ + wanted;
    return at_ = begin_ + used;
  }

  // Shifts all bytes from |from| on so that they start at |to|.
  void move(size_t from, size_t to) {
    const size_t count = size() - from;
    if (to > from) at_ = room(at_, to - from);
    std::memmove(begin_ + to, begin_ + from, count);
    at_ = begin_ + to + count;
  }

  std::array<uint8_t, 4096> first_;
  std::unique_ptr<uint8_t[]> grown_;
  uint8_t* begin_ = first_.data();
  uint8_t* at_ = begin_;
  uint8_t* end_ = begin_ + first_.size();
};

}  // namespace vyre::ir::wire
