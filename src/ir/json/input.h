#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/document.h"
#include "base/status/status.h"
#include "ir/build/assembler.h"
#include "ir/program/limits.h"
#include "ir/program/tag_names.h"

namespace vyre::ir::json {

// Reads single values of the JSON form and knows where it is. Every read answers whether it worked;
// the first failure is kept in status() with the path that led to it.
class Input {
 public:
  Input(Assembler& out, const LoadBounds& bounds) : out_(out), bounds_(bounds) {}

  const LoadBounds& bounds() const { return bounds_; }

  struct Step {
    std::string_view key;  // empty: an element of an array
    uint32_t index = 0;
  };

  // Runs |read| with one more step in the path.
  template <typename Read>
  bool inside(const Step& step, Read read) {
    path_.push_back(step);
    if (!read()) return false;
    path_.pop_back();
    return true;
  }

  // Calls |read(JsonValue)| for the member |key| of |object|, which must be there, or may be
  // absent.
  template <typename Read>
  bool member(JsonValue object, std::string_view key, Read read) {
    const JsonValue value = object.find(key);
    if (!value) return bad(concat("'", key, "' is missing"), concat("add \"", key, "\""));
    return inside({key}, [&] { return read(value); });
  }
  template <typename Read>
  bool optional(JsonValue object, std::string_view key, Read read) {
    const JsonValue value = object.find(key);
    return !value || inside({key}, [&] { return read(value); });
  }

  // The same for a value that one of the reads below puts into |out|, or a word.
  template <typename Out>
  bool member(JsonValue object, std::string_view key, bool (Input::*read)(JsonValue, Out&),
              Out& out) {
    return member(object, key, [&](JsonValue value) { return (this->*read)(value, out); });
  }
  template <typename Out>
  bool optional(JsonValue object, std::string_view key, bool (Input::*read)(JsonValue, Out&),
                Out& out) {
    return optional(object, key, [&](JsonValue value) { return (this->*read)(value, out); });
  }
  template <typename Tag>
  bool optional(JsonValue object, std::string_view key, spelling::Words words, Tag& out) {
    return optional(object, key, [&](JsonValue value) { return word(value, words, out); });
  }

  // Calls |read(JsonValue)| for each element of an array.
  template <typename Read>
  bool each(JsonValue array, Read read) {
    if (!expect(array, JsonValue::Kind::kArray)) return false;
    uint32_t index = 0;
    for (const JsonValue element : array) {
      if (!inside({{}, index++}, [&] { return read(element); })) return false;
    }
    return true;
  }

  // Calls |read(JsonValue, index)| for each element of an array that must have |size|.
  template <typename Read>
  bool each_of(JsonValue array, size_t size, Read read) {
    uint32_t next = 0;
    return expect_size(array, size) &&
           each(array, [&](JsonValue element) { return read(element, next++); });
  }

  bool expect(JsonValue value, JsonValue::Kind kind);
  bool known_keys(JsonValue object, std::span<const std::string_view> known);

  bool boolean(JsonValue value, bool& out);
  template <typename Integer>
  bool whole(JsonValue value, Integer& out) {
    using Limits = std::numeric_limits<Integer>;
    double number = 0;
    if (!whole_number(value, Limits::min(), Limits::max(), number)) return false;
    out = static_cast<Integer>(number);
    return true;
  }
  template <typename Integer>  // of 64 bits: a decimal string, or a number below 2^53
  bool wide(JsonValue value, Integer& out);
  bool f32(JsonValue value, uint32_t& bits);  // a number, or the bits as "0x" and eight digits
  bool f64(JsonValue value, uint64_t& bits);
  bool name(JsonValue value, NameId& out);  // a string or {"hex": "..."}
  // The same, without keeping it: the text is that of |value|, or of |bytes|, which it fills.
  bool name_text(JsonValue value, std::string_view& out, std::vector<uint8_t>& bytes);
  bool hex(JsonValue value, std::vector<uint8_t>& out);
  bool type(JsonValue value, TypeId& out);

  template <typename Tag>
  bool word(JsonValue value, spelling::Words words, Tag& out) {
    uint8_t tag = 0;
    if (!find_word(value, words, tag)) return false;
    out = static_cast<Tag>(tag);
    return true;
  }

  bool count_statement();                                 // false beyond the bound
  bool bad(std::string_view what, std::string_view fix);  // false
  Status take_status() { return std::move(status_); }

 private:
  std::string path() const;
  bool expect_size(JsonValue array, size_t size);  // also that it is an array
  bool whole_number(JsonValue value, double low, double high, double& out);
  bool find_word(JsonValue value, spelling::Words words, uint8_t& tag);
  bool hex_name(JsonValue value, std::string_view& out, std::vector<uint8_t>& bytes);

  template <typename Bits>
  bool bits(JsonValue value, Bits& out);

  Assembler& out_;
  const LoadBounds bounds_;
  uint64_t statements_ = 0;  // that were begun
  std::vector<Step> path_;
  Status status_;
};

}  // namespace vyre::ir::json
