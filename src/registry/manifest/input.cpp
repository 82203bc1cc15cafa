#include "registry/manifest/input.h"

#include <algorithm>

#include "ir/program/display_name.h"

namespace vyre::registry {

void ManifestInput::note(std::string_view code, std::string text) {
  std::string place = place_.empty() ? "top level" : place_;
  if (!op_.empty()) place += concat(" (op ", ir::display_name(op_), ')');
  std::string full = concat("manifest '", origin_, "', ", place, ": ", text);
  findings_.push_back({std::string(code), std::move(place), std::move(full)});
}

void ManifestInput::problem(std::string_view code, std::string_view what, std::string_view fix) {
  note(code, concat(what, ". Fix: ", fix));
}

void ManifestInput::problem(std::string_view code, const Status& status) {
  note(code, status.text());
}

void ManifestInput::missing(std::string_view key) {
  problem(kFindingKey, concat("the key '", key, "' is missing"), concat("add \"", key, "\""));
}

bool ManifestInput::expect(JsonValue value, JsonValue::Kind kind) {
  if (value.is(kind)) return true;
  const std::string_view wanted = kind_name(kind);
  problem(kFindingValue, concat("expected ", wanted, ", found ", kind_name(value.kind())),
          concat("write ", wanted));
  return false;
}

bool ManifestInput::known_keys(JsonValue object, std::span<const std::string_view> known) {
  if (!expect(object, JsonValue::Kind::kObject)) return false;
  for (const JsonValue member : object) {
    if (std::ranges::find(known, member.key()) != known.end()) continue;
    problem(kFindingKey, concat("unknown key ", ir::display_name(member.key())),
            concat("use only ", list_of(known)));
  }
  return true;
}

void ManifestInput::string(JsonValue value, std::string& out) {
  if (expect(value, JsonValue::Kind::kString)) out = value.string();
}

void ManifestInput::boolean(JsonValue value, bool& out) {
  if (expect(value, JsonValue::Kind::kBool)) out = value.boolean();
}

}  // namespace vyre::registry
