#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vyre {

// Writes one JSON value, call by call, commas and quotes by itself. An array or object is laid out
// on one line or with one element per line, indented by two spaces.
class JsonWriter {
 public:
  enum class Layout : uint8_t { kInline, kLines };

  JsonWriter& begin_object(Layout layout = Layout::kInline) { return open('{', '}', layout); }
  JsonWriter& begin_array(Layout layout = Layout::kInline) { return open('[', ']', layout); }
  JsonWriter& end();  // of the innermost object or array

  JsonWriter& key(std::string_view name);
  JsonWriter& string(std::string_view text);  // valid UTF-8
  JsonWriter& integer(std::integral auto value) requires(!std::same_as<decltype(value), bool>) {
    return raw(std::to_string(value));
  }
  JsonWriter& number(double value);  // shortest text that reads back the same; finite only
  JsonWriter& boolean(bool value) { return raw(value ? "true" : "false"); }
  JsonWriter& null() { return raw("null"); }
  JsonWriter& raw(std::string_view json);  // a value that is JSON already

  std::string take() { return std::move(text_); }

 private:
  struct Frame {
    char closing;
    Layout layout;
    bool empty = true;
  };

  JsonWriter& open(char opening, char closing, Layout layout);
  void before_value();
  void break_line();
  void quote(std::string_view text);

  std::string text_;
  std::vector<Frame> frames_;
  bool after_key_ = false;
};

}  // namespace vyre
