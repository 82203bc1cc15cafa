#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "base/status/status.h"

struct cJSON;

namespace vyre {

// One value of a parsed document; valid as long as its JsonDocument. A default one is absent.
class JsonValue {
 public:
  enum class Kind { kNull, kBool, kNumber, kString, kArray, kObject };

  // Walks the elements of an array or the members of an object, in the order of the text.
  class Iterator {
   public:
    explicit Iterator(const cJSON* item) : item_(item) {}
    JsonValue operator*() const { return JsonValue(item_); }
    Iterator& operator++();
    bool operator==(const Iterator&) const = default;

   private:
    const cJSON* item_;
  };

  JsonValue() = default;
  explicit JsonValue(const cJSON* item) : item_(item) {}

  explicit operator bool() const { return item_ != nullptr; }
  Kind kind() const;
  bool is(Kind wanted) const { return item_ != nullptr && kind() == wanted; }

  bool boolean() const;             // only for kBool
  double number() const;            // only for kNumber
  std::string_view string() const;  // only for kString
  std::string_view key() const;     // only for members of an object
  size_t size() const;              // elements or members; 0 for other kinds; counts them
  JsonValue find(std::string_view key) const;  // absent when this is no object or has no such key

  Iterator begin() const;
  Iterator end() const { return Iterator(nullptr); }

 private:
  const cJSON* item_ = nullptr;
};

// A parsed JSON text.
class JsonDocument {
 public:
  // Strict: see check_json. Fails with kMalformedJson.
  static Result<JsonDocument> parse(std::string_view text);

  JsonValue root() const { return JsonValue(root_.get()); }

 private:
  struct Delete {
    void operator()(cJSON* root) const;
  };
  explicit JsonDocument(cJSON* root) : root_(root) {}

  std::unique_ptr<cJSON, Delete> root_;
};

// "a number", "an object", ...: for messages.
std::string_view kind_name(JsonValue::Kind kind);

}  // namespace vyre
