#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "base/encoding/little_endian.h"
#include "base/status/status.h"
#include "ir/wire/format.h"

namespace vyre::ir::wire {

// A cursor over wire bytes. Every read answers whether it worked; the first failure is kept in
// status(). Reads never leave the innermost window, and no count is believed before the bytes that
// it needs are known to be there.
class Reader {
 public:
  explicit Reader(std::span<const uint8_t> blob) : blob_(blob.data()), at_(0), end_(blob.size()) {}

  size_t position() const { return at_; }
  size_t remaining() const { return end_ - at_; }
  void skip_to(size_t position) { at_ = position; }  // inside the window

  // The same as pointers, for those who read on by themselves.
  const uint8_t* cursor() const { return blob_ + at_; }
  const uint8_t* end() const { return blob_ + end_; }
  size_t offset(const uint8_t* cursor) const { return static_cast<size_t>(cursor - blob_); }
  void move_to(const uint8_t* cursor) { at_ = offset(cursor); }

  bool u8(uint8_t& value) {
    if (at_ == end_) return past_end(1);
    value = blob_[at_++];
    return true;
  }
  bool u16(uint16_t& value) { return fixed(value); }
  bool u32(uint32_t& value) { return fixed(value); }
  bool u64(uint64_t& value) { return fixed(value); }
  bool leb(uint64_t& value) {  // over-long forms of at most ten bytes are accepted
    if (at_ == end_ || blob_[at_] >= 0x80) return long_leb(value);
    value = blob_[at_++];
    return true;
  }
  bool leb32(uint32_t& value);  // D13
  bool bytes(size_t count, std::span<const uint8_t>& value) {
    if (count > remaining()) return past_end(count);
    value = {blob_ + at_, count};
    at_ += count;
    return true;
  }

  // A length, and so many bytes of UTF-8; the length is a u32 or LEB128.
  bool string(std::string_view& value);
  bool leb_string(std::string_view& value);
  // The check of the bytes of a string that have been read last.
  bool check_utf8(std::string_view value);

  // A LEB128 count of at most |limit|.
  bool leb_count(std::string_view what, uint32_t limit, uint32_t& value, const char* rule = "D14") {
    const size_t start = at_;
    uint64_t wide = 0;
    if (!leb(wide)) return false;
    value = static_cast<uint32_t>(wide);
    return wide <= limit || past_limit(rule, start, what, wide, limit);
  }
  // A u32 count of at most |limit|.
  bool count(std::string_view what, uint32_t limit, uint32_t& value, const char* rule = "D15") {
    if (!u32(value)) return false;
    return value <= limit || past_limit(rule, at_ - 4, what, value, limit);
  }

  // Narrows the window to the next |length| bytes. leave() widens it again.
  bool enter(uint64_t length, size_t& outer_end);
  void leave(size_t outer_end) { end_ = outer_end; }

  // damaged("D53", at, "buffer access ", 7, ...) records a failure and is false.
  template <typename... Parts>
  [[gnu::cold]] bool damaged(const char* rule, size_t at, const Parts&... parts) {
    return refuse(rule, at, concat(parts...), "encode the program again with a schema 4 encoder");
  }
  template <typename... Parts>
  [[gnu::cold]] bool too_large(const char* rule, size_t at, const Parts&... parts) {
    return refuse(rule, at, concat(parts...), "split the program into smaller parts");
  }
  [[gnu::cold]] bool past_limit(const char* rule, size_t at, std::string_view what, uint64_t count,
                                uint32_t limit);
  [[gnu::cold]] bool refuse(const char* rule, size_t at, std::string_view what,
                            std::string_view fix);
  [[gnu::cold]] bool past_end(uint64_t needed);  // of the window

  Status take_status() { return std::move(status_); }

 private:
  template <typename Integer>
  bool fixed(Integer& value) {
    if (remaining() < sizeof(Integer)) return past_end(sizeof(Integer));
    value = load_little_endian<Integer>(blob_ + at_);
    at_ += sizeof(Integer);
    return true;
  }

  bool long_leb(uint64_t& value);
  bool text(uint32_t length, std::string_view& value) {
    if (length > remaining()) return past_end(length);
    value = {reinterpret_cast<const char*>(blob_ + at_), length};
    at_ += length;
    return true;
  }

  const uint8_t* blob_;
  size_t at_;
  size_t end_;  // of the window
  Status status_;
};

}  // namespace vyre::ir::wire
