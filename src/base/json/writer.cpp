#include "base/json/writer.h"

#include <charconv>

#include "base/encoding/hex.h"

namespace vyre {

JsonWriter& JsonWriter::open(char opening, char closing, Layout layout) {
  before_value();
  text_.push_back(opening);
  frames_.push_back({closing, layout});
  return *this;
}

JsonWriter& JsonWriter::end() {
  const Frame frame = frames_.back();
  frames_.pop_back();
  if (frame.layout == Layout::kLines && !frame.empty) break_line();
  text_.push_back(frame.closing);
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  before_value();
  quote(name);
  text_ += ": ";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::string(std::string_view text) {
  before_value();
  quote(text);
  return *this;
}

JsonWriter& JsonWriter::number(double value) {
  char digits[32];
  const auto written = std::to_chars(digits, digits + sizeof digits, value);
  return raw({digits, static_cast<size_t>(written.ptr - digits)});
}

JsonWriter& JsonWriter::raw(std::string_view json) {
  before_value();
  text_ += json;
  return *this;
}

void JsonWriter::before_value() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (frames_.empty()) return;
  Frame& frame = frames_.back();
  if (!frame.empty) text_ += frame.layout == Layout::kLines ? "," : ", ";
  if (frame.layout == Layout::kLines) break_line();
  frame.empty = false;
}

void JsonWriter::break_line() {
  text_.push_back('\n');
  for (const Frame& frame : frames_) {
    if (frame.layout == Layout::kLines) text_ += "  ";
  }
}

void JsonWriter::quote(std::string_view text) {
  text_.push_back('"');
  for (const char c : text) {
    const auto byte = static_cast<uint8_t>(c);
    if (c == '"' || c == '\\') {
      text_.push_back('\\');
      text_.push_back(c);
    } else if (c == '\n') {
      text_ += "\\n";
    } else if (byte < 0x20) {
      text_ += "\\u00";
      append_hex(text_, byte);
    } else {
      text_.push_back(c);
    }
  }
  text_.push_back('"');
}

}  // namespace vyre
