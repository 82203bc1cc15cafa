#include "json.h"

#include <cjson/cJSON.h>

#include <cmath>
#include <cstdio>

namespace tool {

namespace {

std::optional<uint8_t> hex_digit(char digit) {
  if (digit >= '0' && digit <= '9') return static_cast<uint8_t>(digit - '0');
  if (digit >= 'a' && digit <= 'f') return static_cast<uint8_t>(digit - 'a' + 10);
  return std::nullopt;
}

}  // namespace

bool Json::is_null() const { return cJSON_IsNull(node_) != 0; }
bool Json::is_string() const { return cJSON_IsString(node_) != 0; }
bool Json::is_array() const { return cJSON_IsArray(node_) != 0; }
bool Json::is_object() const { return cJSON_IsObject(node_) != 0; }
bool Json::is_true() const { return cJSON_IsTrue(node_) != 0; }
bool Json::is_false() const { return cJSON_IsFalse(node_) != 0; }

Json Json::operator[](const char* key) const {
  return Json(cJSON_GetObjectItemCaseSensitive(node_, key));
}

std::vector<Json> Json::items() const {
  std::vector<Json> result;
  if (!is_array()) return result;
  for (const cJSON* child = node_->child; child; child = child->next) result.emplace_back(child);
  return result;
}

std::vector<std::pair<std::string, const cJSON*>> Json::members() const {
  std::vector<std::pair<std::string, const cJSON*>> result;
  if (!is_object()) return result;
  for (const cJSON* child = node_->child; child; child = child->next)
    result.emplace_back(child->string, child);
  return result;
}

std::string_view Json::text() const {
  const char* text = cJSON_GetStringValue(node_);
  return text ? text : std::string_view();
}

std::optional<uint32_t> Json::number() const {
  if (!cJSON_IsNumber(node_)) return std::nullopt;
  const double value = node_->valuedouble;
  if (!(value >= 0 && value <= 4294967295.0) || value != std::floor(value)) return std::nullopt;
  return static_cast<uint32_t>(value);
}

std::optional<Bytes> Json::hex_bytes() const {
  const std::string_view digits = text();
  if (!is_string() || digits.size() % 2 != 0) return std::nullopt;
  Bytes bytes(digits.size() / 2);
  for (size_t i = 0; i < bytes.size(); ++i) {
    const auto high = hex_digit(digits[2 * i]);
    const auto low = hex_digit(digits[2 * i + 1]);
    if (!high || !low) return std::nullopt;
    bytes[i] = static_cast<uint8_t>(*high << 4 | *low);
  }
  return bytes;
}

std::vector<std::string> Json::strings() const {
  std::vector<std::string> result;
  for (const Json& item : items()) result.emplace_back(item.text());
  return result;
}

void DeleteTree::operator()(cJSON* tree) const { cJSON_Delete(tree); }

Result<JsonDocument> JsonDocument::parse(const Bytes& text, const std::string& name) {
  const char* begin = reinterpret_cast<const char*>(text.data());
  const char* end = nullptr;
  JsonDocument document;
  document.node_.reset(cJSON_ParseWithLengthOpts(begin, text.size(), &end, 0));
  if (document.node_) return document;
  const auto offset = end ? static_cast<size_t>(end - begin) : size_t{0};
  return Failure{"'" + name + "' is no JSON: error at byte " + std::to_string(offset) + " of " +
                 std::to_string(text.size()) + ". Fix: give a vector file in JSON."};
}

void JsonWriter::separate() {
  if (!after_key_ && !first_) text_ += ',';
  first_ = false;
  after_key_ = false;
}

JsonWriter& JsonWriter::word(std::string_view text) {
  separate();
  text_ += text;
  return *this;
}

JsonWriter& JsonWriter::open(std::string_view bracket) {
  word(bracket);
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  text_ += bracket;
  first_ = false;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  value(name);
  text_ += ':';
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  separate();
  text_ += '"';
  for (const char c : text) {
    char escape[8] = {c, 0};
    if (c == '"' || c == '\\') std::snprintf(escape, sizeof escape, "\\%c", c);
    if (static_cast<unsigned char>(c) < 0x20)
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
    text_ += escape;
  }
  text_ += '"';
  return *this;
}

JsonWriter& JsonWriter::value(uint64_t number) { return word(std::to_string(number)); }
JsonWriter& JsonWriter::value(bool truth) { return word(truth ? "true" : "false"); }
JsonWriter& JsonWriter::null() { return word("null"); }

JsonWriter& JsonWriter::value(double number) {
  if (!std::isfinite(number)) return null();
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", number);
  return word(text);
}

}  // namespace tool
