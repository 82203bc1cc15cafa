#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "files.h"

struct cJSON;

namespace tool {

// A borrowed place in a JSON document; lives as long as the document. Looking up what is not
// there gives an absent value, whose own look-ups are absent too.
class Json {
 public:
  Json() = default;
  explicit Json(const cJSON* node) : node_(node) {}

  bool present() const { return node_ != nullptr; }
  bool is_null() const;
  bool is_string() const;
  bool is_array() const;
  bool is_object() const;
  bool is_true() const;
  bool is_false() const;

  Json operator[](const char* key) const;
  std::vector<Json> items() const;  // of an array; empty for anything else
  std::vector<std::pair<std::string, const cJSON*>> members() const;  // of an object
  std::string_view text() const;  // of a string; empty for anything else
  std::optional<uint32_t> number() const;
  std::optional<Bytes> hex_bytes() const;  // of a string of hexadecimal digits
  std::vector<std::string> strings() const;

 private:
  const cJSON* node_ = nullptr;
};

struct DeleteTree {
  void operator()(cJSON* tree) const;
};
using Tree = std::unique_ptr<cJSON, DeleteTree>;

// A parsed document.
class JsonDocument {
 public:
  static Result<JsonDocument> parse(const Bytes& text, const std::string& name);
  Json root() const { return Json(node_.get()); }

 private:
  Tree node_;
};

// Text of a JSON document in the making; the caller opens and closes in the right order.
class JsonWriter {
 public:
  JsonWriter& open_object() { return open("{"); }
  JsonWriter& close_object() { return close('}'); }
  JsonWriter& open_array() { return open("["); }
  JsonWriter& close_array() { return close(']'); }
  JsonWriter& key(std::string_view name);
  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(uint64_t number);
  JsonWriter& value(uint32_t number) { return value(uint64_t{number}); }
  JsonWriter& value(double number);
  JsonWriter& value(bool truth);
  JsonWriter& null();
  template <class T>
  JsonWriter& value(const std::optional<T>& content) {
    return content ? value(*content) : null();
  }

  template <class T>
  JsonWriter& member(std::string_view name, const T& content) {
    return key(name).value(content);
  }
  template <class Items>
  JsonWriter& list(std::string_view name, const Items& items) {
    key(name).open_array();
    for (const auto& item : items) value(item);
    return close_array();
  }
  const std::string& text() const { return text_; }

 private:
  void separate();
  JsonWriter& open(std::string_view bracket);
  JsonWriter& close(char bracket);
  JsonWriter& word(std::string_view text);

  std::string text_;
  bool first_ = true;       // nothing yet at this level
  bool after_key_ = false;  // the next value belongs to the key just written
};

}  // namespace tool
