#include "ir/program/display_name.h"

#include "base/encoding/shown.h"
#include "base/status/status.h"

namespace vyre::ir {
namespace {

constexpr size_t kLongestName = 80;
constexpr size_t kLongestTag = 4096;

// Cuts at a character boundary of UTF-8: continuation bytes are 10xxxxxx.
std::string_view shortened(std::string_view name, size_t longest) {
  if (name.size() <= longest) return name;
  size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;
  return name.substr(0, end);
}

// Where the way out begins in a message, no name may say so.
void escape_fix(std::string& text) {
  constexpr std::string_view kFix = "Fix: ";
  for (size_t at = text.find(kFix); at != text.npos; at = text.find(kFix, at)) {
    text.replace(at + kFix.size() - 1, 1, "\\x20");
  }
}

std::string quoted(std::string_view name, size_t longest) {
  const std::string_view shown = shortened(name, longest);
  std::string text = "'";
  append_shown(text, shown);
  escape_fix(text);
  if (shown.size() < name.size()) text += "...";
  return text + "'";
}

}  // namespace

std::string display_name(std::string_view name) { return quoted(name, kLongestName); }

std::string display_tag(std::string_view tag) { return quoted(tag, kLongestTag); }

std::string display_names(std::span<const std::string> names) {
  std::string text;
  for (const std::string& name : names)
    text += concat(text.empty() ? "" : ", ", display_name(name));
  return text;
}

}  // namespace vyre::ir
