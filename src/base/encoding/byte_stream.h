#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/encoding/little_endian.h"

namespace vyre {

// Appends numbers, and texts behind their length as a u64. Integers are little-endian.
class ByteWriter {
 public:
  template <typename Integer>
  void integer(std::type_identity_t<Integer> value) {
    const size_t at = bytes_.size();
    bytes_.resize(at + sizeof value);
    store_little_endian(bytes_.data() + at, value);
  }
  void u8(uint8_t value) { bytes_.push_back(value); }
  void u32(uint32_t value) { integer<uint32_t>(value); }
  void u64(uint64_t value) { integer<uint64_t>(value); }

  void words(std::span<const uint32_t> words) {  // behind their count
    u64(words.size());
    for (const uint32_t word : words) u32(word);
  }

  void raw(std::span<const uint8_t> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  void text(std::span<const uint8_t> bytes) {
    u64(bytes.size());
    raw(bytes);
  }
  void text(std::string_view text) {
    this->text(std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
  }

  std::vector<uint8_t> take() { return std::move(bytes_); }

 private:
  std::vector<uint8_t> bytes_;
};

// Reads them back and never beyond the end: what is not there is zero or empty, and ok() is false
// from then on.
class ByteReader {
 public:
  explicit ByteReader(std::span<const uint8_t> bytes) : rest_(bytes) {}

  template <typename Integer>
  Integer integer() {
    const std::span<const uint8_t> bytes = raw(sizeof(Integer));
    return ok_ ? load_little_endian<Integer>(bytes.data()) : Integer{0};
  }
  uint8_t u8() { return integer<uint8_t>(); }
  uint32_t u32() { return integer<uint32_t>(); }
  uint64_t u64() { return integer<uint64_t>(); }

  std::span<const uint8_t> raw(uint64_t count) {
    ok_ = ok_ && count <= rest_.size();
    if (!ok_) return {};
    const auto bytes = rest_.first(static_cast<size_t>(count));
    rest_ = rest_.subspan(bytes.size());
    return bytes;
  }
  std::span<const uint8_t> bytes() { return raw(u64()); }
  std::string_view text() {
    const std::span<const uint8_t> bytes = this->bytes();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  std::vector<uint32_t> words() {
    std::vector<uint32_t> words(count(sizeof(uint32_t)));
    for (uint32_t& word : words) word = u32();
    return words;
  }

  // How many things follow, each of at least |each| bytes: 0 when the rest cannot hold them.
  size_t count(size_t each) {
    const uint64_t count = u64();
    ok_ = ok_ && count <= rest_.size() / each;
    return ok_ ? static_cast<size_t>(count) : 0;
  }

  bool ok() const { return ok_; }
  bool done() const { return ok_ && rest_.empty(); }  // nothing is missing and nothing is left

 private:
  std::span<const uint8_t> rest_;
  bool ok_ = true;
};

}  // namespace vyre
