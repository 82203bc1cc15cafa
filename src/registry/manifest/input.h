#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/document.h"
#include "base/status/status.h"
#include "ir/program/display_name.h"

namespace vyre::registry {

inline constexpr std::string_view kFindingJson = "MANIFEST-JSON";    // no JSON
inline constexpr std::string_view kFindingKey = "MANIFEST-KEY";      // unknown or missing
inline constexpr std::string_view kFindingValue = "MANIFEST-VALUE";  // not what belongs there
inline constexpr std::string_view kFindingFile = "MANIFEST-FILE";    // cannot be read
inline constexpr std::string_view kFindingProgram = "MANIFEST-COMPOSITION";

// Reads the values of one manifest and notes everything that is wrong, each with the manifest, the
// op and the place. What could not be read is left as it was: reading goes on.
class ManifestInput {
 public:
  enum class Need { kRequired, kOptional };

  explicit ManifestInput(std::string_view origin) : origin_(origin) {}

  // Calls |read(JsonValue)| for the member |key| of |object|.
  template <typename Read>
  void member(JsonValue object, std::string_view key, Need need, Read read) {
    const JsonValue value = object.find(key);
    if (value) return inside(value, key, read);
    if (need == Need::kOptional) return;
    problem(kFindingKey, concat("the key '", key, "' is missing"), concat("add \"", key, "\""));
  }

  // Calls |read(JsonValue)| for each element of an array.
  template <typename Read>
  void each(JsonValue array, Read read) {
    if (!expect(array, JsonValue::Kind::kArray)) return;
    size_t index = 0;
    for (const JsonValue element : array) inside(element, concat('[', index++, ']'), read);
  }

  // Calls |read(key, JsonValue)| for each member of an object.
  template <typename Read>
  void members(JsonValue object, Read read) {
    if (!expect(object, JsonValue::Kind::kObject)) return;
    for (const JsonValue value : object) {
      inside(value, value.key(), [&](JsonValue inner) { read(inner.key(), inner); });
    }
  }

  bool expect(JsonValue value, JsonValue::Kind kind) {
    if (value.is(kind)) return true;
    const std::string_view wanted = kind_name(kind);
    problem(kFindingValue, concat("expected ", wanted, ", found ", kind_name(value.kind())),
            concat("write ", wanted));
    return false;
  }

  // Also that |object| is one.
  bool known_keys(JsonValue object, std::span<const std::string_view> known) {
    if (!expect(object, JsonValue::Kind::kObject)) return false;
    for (const JsonValue member : object) {
      if (std::ranges::find(known, member.key()) != known.end()) continue;
      problem(kFindingKey, concat("unknown key ", ir::display_name(member.key())),
              concat("use only ", list_of(known)));
    }
    return true;
  }

  void string(JsonValue value, std::string& out) {
    if (expect(value, JsonValue::Kind::kString)) out = value.string();
  }

  void problem(std::string_view code, std::string_view what, std::string_view fix) {
    problem(code, concat(what, ". Fix: ", fix));
  }
  void problem(std::string_view code, std::string_view text) {  // which has a fix already
    std::string place = place_.empty() ? "top level" : place_;
    if (!op_.empty()) place += concat(" (op ", ir::display_name(op_), ')');
    std::string full = concat("manifest '", origin_, "', ", place, ": ", text);
    findings_.push_back({std::string(code), std::move(place), std::move(full)});
  }

  // The op that problems name from now on; empty: none.
  void set_op(std::string_view id) { op_ = id; }

  std::vector<Finding> take() { return std::move(findings_); }

 private:
  template <typename Read>
  void inside(JsonValue value, std::string_view step, Read read) {
    const size_t outer = place_.size();
    if (!place_.empty() && step.front() != '[') place_ += '.';
    place_ += step;
    read(value);
    place_.resize(outer);
  }

  const std::string origin_;
  std::string op_;
  std::string place_;  // "ops[2].inputs[0].type"
  std::vector<Finding> findings_;
};

}  // namespace vyre::registry
