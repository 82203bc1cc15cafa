#include "ir/json/input.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

#include "base/encoding/hex.h"
#include "base/encoding/utf8.h"
#include "ir/program/display_name.h"

namespace vyre::ir::json {
namespace {

// 2^53 - 1. Above it a double may stand for several integers, and no one knows which was written.
constexpr double kLargestExact = 9007199254740991.0;

}  // namespace

std::string Input::path() const {
  std::string text;
  for (const Step& step : path_) {
    if (step.key.empty()) {
      text += concat('[', step.index, ']');
    } else {
      text += concat(text.empty() ? "" : ".", step.key);
    }
  }
  return text.empty() ? "top level" : text;
}

bool Input::bad(std::string_view what, std::string_view fix) {
  status_ = fail(Code::kMalformedJson, "program JSON, ", path(), ": ", what, ". Fix: ", fix, ".");
  return false;
}

bool Input::count_statement() {
  if (statements_++ < bounds_.max_statements) return true;
  return bad(concat("more statements than the ", bounds_.max_statements, " allowed"),
             "allow more (vyre_program_desc.max_statements), or leave the program");
}

bool Input::expect(JsonValue value, JsonValue::Kind kind) {
  if (value.is(kind)) return true;
  const std::string_view wanted = kind_name(kind);
  return bad(concat("expected ", wanted, ", found ", kind_name(value.kind())),
             concat("write ", wanted));
}

bool Input::expect_size(JsonValue array, size_t size) {
  if (!expect(array, JsonValue::Kind::kArray)) return false;
  if (const size_t found = array.size(); found != size) {
    return bad(concat(found, " elements instead of ", size), concat("write exactly ", size));
  }
  return true;
}

bool Input::known_keys(JsonValue object, std::span<const std::string_view> known) {
  if (!expect(object, JsonValue::Kind::kObject)) return false;
  for (const JsonValue member : object) {
    const std::string_view key = member.key();
    if (key.empty() || std::ranges::find(known, key) == known.end()) {
      return bad(concat("unknown key ", display_name(key)), concat("use only ", list_of(known)));
    }
  }
  return true;
}

bool Input::boolean(JsonValue value, bool& out) {
  if (!expect(value, JsonValue::Kind::kBool)) return false;
  out = value.boolean();
  return true;
}

bool Input::whole_number(JsonValue value, double low, double high, double& out) {
  if (!expect(value, JsonValue::Kind::kNumber)) return false;
  out = value.number();
  if (out >= low && out <= high && out == std::trunc(out)) return true;
  const auto text = [](double bound) { return std::to_string(static_cast<int64_t>(bound)); };
  return bad("the number is out of range or not whole",
             concat("write a whole number from ", text(low), " to ", text(high)));
}

template <typename Integer>
bool Input::wide(JsonValue value, Integer& out) {
  if (value.is(JsonValue::Kind::kNumber)) {
    const double low = std::numeric_limits<Integer>::is_signed ? -kLargestExact : 0;
    const double number = value.number();
    if (number >= low && number <= kLargestExact && number == std::trunc(number)) {
      out = static_cast<Integer>(number);
      return true;
    }
  } else if (value.is(JsonValue::Kind::kString)) {
    const std::string_view text = value.string();
    const auto read = std::from_chars(text.data(), text.data() + text.size(), out);
    if (read.ec == std::errc() && read.ptr == text.data() + text.size()) return true;
  }
  return bad("no 64-bit integer that fits", "write it as a decimal string, like \"1234\"");
}

template bool Input::wide(JsonValue value, uint64_t& out);
template bool Input::wide(JsonValue value, int64_t& out);

// "0x" and all digits of the bits, most significant first.
template <typename Bits>
bool Input::bits(JsonValue value, Bits& out) {
  const std::string_view text = value.string();
  const char* const end = text.data() + text.size();
  if (text.starts_with("0x") && text.size() == 2 + sizeof(Bits) * 2 &&
      std::from_chars(text.data() + 2, end, out, 16).ptr == end) {
    return true;
  }
  return bad(concat("malformed bits ", display_name(text)),
             concat("write a number, or 0x and ", sizeof(Bits) * 2, " hex digits in a string"));
}

bool Input::f32(JsonValue value, uint32_t& bits) {
  if (value.is(JsonValue::Kind::kString)) return this->bits(value, bits);
  if (!expect(value, JsonValue::Kind::kNumber)) return false;
  // Half a unit above the largest f32 would round to infinity.
  if (!(std::fabs(value.number()) < 0x1.ffffffp127)) {
    return bad("the number is too large for an f32", "write \"0x7f800000\" for infinity");
  }
  bits = std::bit_cast<uint32_t>(static_cast<float>(value.number()));
  return true;
}

bool Input::f64(JsonValue value, uint64_t& bits) {
  if (value.is(JsonValue::Kind::kString)) return this->bits(value, bits);
  if (!expect(value, JsonValue::Kind::kNumber)) return false;
  if (!std::isfinite(value.number())) {
    return bad("the number is too large for an f64", "write \"0x7ff0000000000000\" for infinity");
  }
  bits = std::bit_cast<uint64_t>(value.number());
  return true;
}

bool Input::name(JsonValue value, NameId& out) {
  std::string_view text;
  std::vector<uint8_t> bytes;
  if (!name_text(value, text, bytes)) return false;
  out = out_.name(text);
  return true;
}

bool Input::name_text(JsonValue value, std::string_view& out, std::vector<uint8_t>& bytes) {
  if (value.is(JsonValue::Kind::kObject)) return hex_name(value, out, bytes);
  if (!value.is(JsonValue::Kind::kString)) {
    return bad(concat("expected a name, found ", kind_name(value.kind())),
               "write a string, or {\"hex\": \"...\"} for a name that contains NUL");
  }
  out = value.string();
  return true;
}

bool Input::hex_name(JsonValue value, std::string_view& out, std::vector<uint8_t>& bytes) {
  static constexpr std::string_view kKeys[] = {"hex"};
  if (!known_keys(value, kKeys) ||
      !member(value, "hex", [&](JsonValue text) { return hex(text, bytes); })) {
    return false;
  }
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!is_utf8(text)) return bad("the name is not UTF-8", "write the UTF-8 bytes of the name");
  out = text;
  return true;
}

bool Input::hex(JsonValue value, std::vector<uint8_t>& out) {
  if (!expect(value, JsonValue::Kind::kString)) return false;
  auto bytes = hex_decode(value.string());
  if (!bytes) return bad("malformed hex", "write two hex digits per byte and nothing else");
  out = std::move(*bytes);
  return true;
}

bool Input::type(JsonValue value, TypeId& out) {
  if (!expect(value, JsonValue::Kind::kString)) return false;
  const Result<TypeId> id = parse_type_name(out_.program().types, value.string());
  if (!id.ok()) {
    status_ = fail(Code::kMalformedJson, "program JSON, ", path(), ": ", id.error().text());
    return false;
  }
  out = id.value();
  return true;
}

bool Input::find_word(JsonValue value, spelling::Words words, uint8_t& tag) {
  if (!expect(value, JsonValue::Kind::kString)) return false;
  const std::optional<uint8_t> found = spelling::find(words, value.string());
  if (!found) {
    return bad(concat("unknown word ", display_name(value.string())),
               concat("use one of ", list_of(words)));
  }
  tag = *found;
  return true;
}

}  // namespace vyre::ir::json
