#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "base/encoding/little_endian.h"
#include "base/status/status.h"
#include "ir/wire/format.h"

namespace vyre::ir::wire {

using Cursor = const uint8_t*;

// What every failure is, for those who answer whether they worked and those who answer a cursor.
struct Failure {
  operator bool() const { return false; }
  operator Cursor() const { return nullptr; }
};

// Reads wire bytes. The first failure is kept in status(). Reads never leave the innermost window,
// and no count is believed before the bytes that it needs are known to be there.
//
// Reads of two kinds: those that begin at a cursor answer where they end, null for a failure; a
// cursor that is null already is passed on. The cursor stays in a register that way. The others
// read on from cursor() and answer whether they worked.
class Reader {
 public:
  explicit Reader(std::span<const uint8_t> blob, const LoadBounds& bounds = {})
      : bounds_(bounds), blob_(blob.data()), at_(blob_), end_(blob_ + blob.size()) {}

  const LoadBounds& bounds() const { return bounds_; }

  WireForm form() const { return form_; }
  void set_form(WireForm form) { form_ = form; }
  // Whether there was a reduction, of which forms 4 and 4 op have other bytes.
  bool met_reduction() const { return met_reduction_; }
  void meet_reduction() { met_reduction_ = true; }

  Cursor cursor() const { return at_; }
  Cursor end() const { return end_; }  // of the window
  Cursor place(size_t offset) const { return blob_ + offset; }
  size_t remaining() const { return left(at_); }
  void move_to(Cursor at) { at_ = at; }  // inside the window
  bool accept(Cursor at) {
    if (at == nullptr) return false;
    at_ = at;
    return true;
  }

  template <typename Integer>
  Cursor number(Cursor at, Integer& value) {
    if (at == nullptr) return at;
    if (left(at) < sizeof value) return past_end(at, sizeof value);
    value = load_little_endian<Integer>(at);
    return at + sizeof value;
  }
  // A number of at most |limit|.
  Cursor count(Cursor at, std::string_view what, uint32_t limit, uint32_t& value,
               const char* rule) {
    const Cursor next = number(at, value);
    return next == nullptr || value <= limit ? next : past_limit(rule, at, what, value, limit);
  }
  Cursor bytes(Cursor at, size_t count, std::span<const uint8_t>& value) {
    if (at == nullptr) return at;
    if (count > left(at)) return past_end(at, count);
    value = {at, count};
    return at + count;
  }
  // A length, and so many bytes, which may be no UTF-8.
  Cursor text(Cursor at, std::string_view& value) {
    uint32_t length = 0;
    at = count(at, "string length", kMaxString, length, "D15");
    return text(at, length, value);
  }

  template <typename Integer>
  bool number(Integer& value) {
    return accept(number(at_, value));
  }
  bool leb(uint64_t& value) {  // over-long forms of at most ten bytes are accepted
    if (at_ == end_ || *at_ >= 0x80) return long_leb(value);
    value = *at_++;
    return true;
  }
  bool leb32(uint32_t& value);  // D13
  bool leb_count(std::string_view what, uint32_t limit, uint32_t& value, const char* rule = "D14") {
    const Cursor start = at_;
    uint64_t wide = 0;
    if (!leb(wide)) return false;
    value = static_cast<uint32_t>(wide);
    return wide <= limit || past_limit(rule, start, what, wide, limit);
  }
  bool bytes(size_t count, std::span<const uint8_t>& value) {
    return accept(bytes(at_, count, value));
  }

  // A length, and so many bytes of UTF-8; the length is a u32 or LEB128.
  bool string(std::string_view& value) { return accept(text(at_, value)) && check_utf8(value); }
  bool leb_string(std::string_view& value) {
    uint32_t length = 0;
    return leb_count("string length", kMaxString, length) && accept(text(at_, length, value)) &&
           check_utf8(value);
  }
  bool check_utf8(std::string_view value);  // of a text that was read here

  // Narrows the window to the next |length| bytes. leave() widens it again.
  bool enter(uint64_t length, Cursor& outer_end) {
    if (length > remaining()) return past_end(at_, length);
    outer_end = std::exchange(end_, at_ + length);
    return true;
  }
  void leave(Cursor outer_end) { end_ = outer_end; }

  // damaged("D53", at, "buffer access ", 7, ...) records a failure. The parts come by value, so
  // that what has just been read can stay in a register.
  template <typename... Parts>
  [[gnu::cold, gnu::noinline]] Failure damaged(const char* rule, Cursor at, Parts... parts) {
    return refuse(rule, at, concat(parts...), "encode the program again");
  }
  template <typename... Parts>
  [[gnu::cold, gnu::noinline]] Failure too_large(const char* rule, Cursor at, Parts... parts) {
    return refuse(rule, at, concat(parts...), "split the program into smaller parts");
  }
  [[gnu::cold]] Failure refuse(const char* rule, Cursor at, std::string_view what,
                               std::string_view fix);
  [[gnu::cold]] Failure past_end(Cursor at, uint64_t needed);  // of the window

  [[gnu::cold]] Failure too_many_statements(Cursor at);
  [[gnu::cold]] Failure too_deep(Cursor at, uint32_t limit);

  Status take_status() { return std::move(status_); }

 private:
  size_t left(Cursor at) const { return static_cast<size_t>(end_ - at); }
  Cursor text(Cursor at, size_t length, std::string_view& value) {
    std::span<const uint8_t> bytes;
    at = this->bytes(at, length, bytes);
    value = {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    return at;
  }
  bool long_leb(uint64_t& value);
  [[gnu::cold]] Failure past_limit(const char* rule, Cursor at, std::string_view what,
                                   uint64_t count, uint32_t limit);

  const LoadBounds bounds_;
  WireForm form_ = WireForm::k4;
  bool met_reduction_ = false;
  Cursor blob_;
  Cursor at_;
  Cursor end_;  // of the window
  Status status_;
};

}  // namespace vyre::ir::wire
