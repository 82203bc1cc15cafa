#include "base/json/document.h"

#include <cjson/cJSON.h>

#include <mutex>
#include <new>

#include "base/json/grammar.h"

namespace vyre {

JsonValue::Kind JsonValue::kind() const {
  if (cJSON_IsBool(item_)) return Kind::kBool;
  if (cJSON_IsNumber(item_)) return Kind::kNumber;
  if (cJSON_IsString(item_)) return Kind::kString;
  if (cJSON_IsArray(item_)) return Kind::kArray;
  if (cJSON_IsObject(item_)) return Kind::kObject;
  return Kind::kNull;
}

JsonValue::Iterator& JsonValue::Iterator::operator++() {
  item_ = item_->next;
  return *this;
}

bool JsonValue::boolean() const { return cJSON_IsTrue(item_) != 0; }
double JsonValue::number() const { return item_->valuedouble; }
std::string_view JsonValue::string() const { return item_->valuestring; }
std::string_view JsonValue::key() const { return item_->string; }

size_t JsonValue::size() const {
  size_t count = 0;
  for (Iterator at = begin(); at != end(); ++at) ++count;
  return count;
}

JsonValue JsonValue::find(std::string_view key) const {
  if (!is(Kind::kObject)) return {};
  for (const JsonValue member : *this) {
    if (member.key() == key) return member;
  }
  return {};
}

JsonValue::Iterator JsonValue::begin() const {
  return Iterator(item_ == nullptr ? nullptr : item_->child);
}

void JsonDocument::Delete::operator()(cJSON* root) const { cJSON_Delete(root); }

Result<JsonDocument> JsonDocument::parse(std::string_view text) {
  VYRE_RETURN_IF_ERROR(check_json(text));
  // cJSON notes the place of the last error in one variable of the process.
  static std::mutex parser;
  const std::lock_guard lock(parser);
  cJSON* root = cJSON_ParseWithLength(text.data(), text.size());
  // The text is known to be well-formed, so only memory can be what was missing.
  if (root == nullptr) throw std::bad_alloc();
  return JsonDocument(root);
}

std::string_view kind_name(JsonValue::Kind kind) {
  constexpr std::string_view kNames[] = {"null",     "true or false", "a number",
                                         "a string", "an array",      "an object"};
  static_assert(std::size(kNames) == static_cast<size_t>(JsonValue::Kind::kObject) + 1);
  return kNames[static_cast<size_t>(kind)];
}

}  // namespace vyre
