#include "base/json/grammar.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/encoding/utf8.h"

namespace vyre {
namespace {

constexpr size_t kMaxNumberLength = 63;  // cJSON copies a number into 64 bytes

std::string line_and_column(std::string_view text, size_t at) {
  const std::string_view before = text.substr(0, at);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const size_t line_start = before.rfind('\n') + 1;  // 0 when there is none
  return concat("line ", line, ", column ", at - line_start + 1);
}

void append_utf8(std::string& out, uint32_t code) {
  const auto byte = [&](uint32_t value) { out.push_back(static_cast<char>(value)); };
  if (code < 0x80) return byte(code);
  if (code < 0x800) {
    byte(0xC0 | code >> 6);
  } else if (code < 0x10000) {
    byte(0xE0 | code >> 12);
    byte(0x80 | (code >> 6 & 0x3F));
  } else {
    byte(0xF0 | code >> 18);
    byte(0x80 | (code >> 12 & 0x3F));
    byte(0x80 | (code >> 6 & 0x3F));
  }
  byte(0x80 | (code & 0x3F));
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A recursive-descent pass over the text that builds nothing but the keys of open objects.
class Checker {
 public:
  explicit Checker(std::string_view text) : text_(text) {}

  Status document() {
    skip_space();
    VYRE_RETURN_IF_ERROR(value());
    skip_space();
    if (at_ != text_.size()) {
      return bad("text follows the end of the value", "remove everything after the last bracket");
    }
    return {};
  }

 private:
  struct Step {
    std::string key;  // of a member
    size_t index = 0;
    bool is_index = false;
  };

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void skip_space() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != text_.npos) ++at_;
  }

  std::string path() const {
    std::string text;
    for (const Step& step : path_) {
      if (step.is_index) {
        text += concat('[', step.index, ']');
      } else {
        text += concat(text.empty() ? "" : ".", step.key);
      }
    }
    return text.empty() ? "the top level" : text;
  }

  Status bad_at(size_t at, std::string_view what, std::string_view fix) const {
    return fail(Code::kMalformedJson, "JSON, ", line_and_column(text_, at), ", at ", path(), ": ",
                what, ". Fix: ", fix, ".");
  }
  Status bad(std::string_view what, std::string_view fix) const { return bad_at(at_, what, fix); }

  Status value() {
    switch (peek()) {
      case '{':
        return container(&Checker::members);
      case '[':
        return container(&Checker::elements);
      case '"':
        return string(nullptr);
      case 't':
        return word("true");
      case 'f':
        return word("false");
      case 'n':
        return word("null");
      default:
        return number();
    }
  }

  Status container(Status (Checker::*inside)()) {
    if (++depth_ > kMaxJsonNesting) {
      return bad(concat("more than ", kMaxJsonNesting, " arrays and objects inside each other"),
                 "nest less deeply");
    }
    ++at_;
    skip_space();
    VYRE_RETURN_IF_ERROR((this->*inside)());
    --depth_;
    return {};
  }

  Status elements() {
    if (take(']')) return {};
    path_.push_back({{}, 0, true});
    do {
      skip_space();
      VYRE_RETURN_IF_ERROR(value());
      ++path_.back().index;
      skip_space();
    } while (take(','));
    path_.pop_back();
    return take(']') ? Status() : bad("expected ',' or ']'", "close the array or add a comma");
  }

  Status members() {
    if (take('}')) return {};
    const size_t first_key = keys_.size();
    path_.emplace_back();
    do {
      skip_space();
      VYRE_RETURN_IF_ERROR(member());
      skip_space();
    } while (take(','));
    path_.pop_back();
    if (!take('}')) return bad("expected ',' or '}'", "close the object or add a comma");
    return unique_keys(first_key);
  }

  Status member() {
    if (peek() != '"') return bad("expected a key in double quotes", "write \"key\": value");
    std::string key;
    VYRE_RETURN_IF_ERROR(string(&key));
    path_.back().key = key;
    keys_.push_back(std::move(key));
    skip_space();
    if (!take(':')) return bad("expected ':' after the key", "write \"key\": value");
    skip_space();
    return value();
  }

  // Checks and forgets the keys of the object that just ended.
  Status unique_keys(size_t first) {
    const auto begin = keys_.begin() + static_cast<std::ptrdiff_t>(first);
    std::sort(begin, keys_.end());
    const auto twice = std::adjacent_find(begin, keys_.end());
    if (twice != keys_.end()) {
      return bad(concat("the object that ends here has the key '", *twice, "' twice"),
                 "keep one of the two");
    }
    keys_.resize(first);
    return {};
  }

  Status word(std::string_view expected) {
    if (text_.substr(at_, expected.size()) != expected) return unexpected();
    at_ += expected.size();
    return {};
  }

  Status unexpected() const {
    return bad(at_ == text_.size() ? "the text ends where a value should be" : "expected a value",
               "write an object, an array, a string, a number, true, false or null");
  }

  bool digits() {
    if (!is_digit(peek())) return false;
    while (is_digit(peek())) ++at_;
    return true;
  }

  Status number() {
    const size_t start = at_;
    const bool negative = take('-');
    if (!negative && !is_digit(peek())) return unexpected();
    const bool whole = take('0') || digits();
    const bool fraction = !take('.') || digits();
    bool exponent = true;
    if (take('e') || take('E')) {
      if (!take('+')) take('-');
      exponent = digits();
    }
    if (!whole || !fraction || !exponent || is_digit(peek())) {
      return bad_at(start, "malformed number", "write it like 12, -3 or 1.5e-7");
    }
    if (at_ - start > kMaxNumberLength) {
      return bad_at(start, concat("a number of ", at_ - start, " characters"),
                    "use at most 63 characters");
    }
    return {};
  }

  // Reads a string; its characters go to |out| unless that is null.
  Status string(std::string* out) {
    ++at_;
    while (true) {
      const size_t plain = std::min(text_.find_first_of("\"\\", at_), text_.size());
      VYRE_RETURN_IF_ERROR(no_control_characters(plain));
      if (out != nullptr) out->append(text_.substr(at_, plain - at_));
      at_ = plain;
      if (take('"')) return {};
      if (at_ == text_.size()) return bad("the string has no end", "add the closing quote");
      VYRE_RETURN_IF_ERROR(escape(out));
    }
  }

  Status no_control_characters(size_t end) const {
    for (size_t i = at_; i < end; ++i) {
      if (static_cast<uint8_t>(text_[i]) < 0x20) {
        return bad_at(i, "a control character inside a string", "write it as an escape like \\n");
      }
    }
    return {};
  }

  Status escape(std::string* out) {
    static constexpr std::string_view kLetters = "\"\\/bfnrt";
    static constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    const size_t start = at_++;
    const size_t letter = at_ < text_.size() ? kLetters.find(text_[at_]) : kLetters.npos;
    if (letter != kLetters.npos) {
      ++at_;
      if (out != nullptr) out->push_back(kMeanings[letter]);
      return {};
    }
    if (peek() != 'u')
      return bad_at(start, "unknown escape", "use \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u");
    return unicode_escape(start, out);
  }

  Status unicode_escape(size_t start, std::string* out) {
    const std::optional<uint32_t> first = hex_unit();
    if (!first) return bad_at(start, "malformed \\u escape", "write four hex digits after \\u");
    uint32_t code = *first;
    if (code == 0) {
      return bad_at(start, "a NUL character inside a string",
                    "leave it out; a name that needs one is written {\"hex\": \"...\"}");
    }
    if (code >= 0xD800 && code <= 0xDFFF) {
      const std::optional<uint32_t> second =
          code < 0xDC00 && take('\\') && peek() == 'u' ? hex_unit() : std::nullopt;
      if (!second || *second < 0xDC00 || *second > 0xDFFF) {
        return bad_at(start, "half of a surrogate pair", "write both halves, or the character");
      }
      code = 0x10000 + ((code - 0xD800) << 10) + (*second - 0xDC00);
    }
    if (out != nullptr) append_utf8(*out, code);
    return {};
  }

  // The value of uXXXX.
  std::optional<uint32_t> hex_unit() {
    const std::string_view digits = text_.substr(at_ + 1, 4);
    if (digits.size() != 4) return std::nullopt;
    uint32_t value = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + 4, value, 16);
    if (read.ptr != digits.data() + 4) return std::nullopt;
    at_ += 5;
    return value;
  }

  const std::string_view text_;
  size_t at_ = 0;
  size_t depth_ = 0;
  std::vector<Step> path_;
  std::vector<std::string> keys_;  // of all open objects, innermost last
};

}  // namespace

Status check_json(std::string_view text) {
  if (text.size() > kMaxJsonBytes) {
    return fail(Code::kMalformedJson, "JSON text of ", text.size(), " bytes; at most ",
                kMaxJsonBytes, " are read. Fix: split the document or use the wire format.");
  }
  if (const size_t good = utf8_prefix(text); good != text.size()) {
    return fail(Code::kMalformedJson, "JSON, ", line_and_column(text, good), ", byte ", good,
                ": not valid UTF-8. Fix: save the text as UTF-8.");
  }
  return Checker(text).document();
}

}  // namespace vyre
