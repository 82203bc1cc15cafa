#include "ir/program/display_name.h"

#include "base/encoding/shown.h"
#include "base/status/status.h"

namespace vyre::ir {
namespace {

constexpr size_t kLongestShown = 80;

// Cuts at a character boundary of UTF-8: continuation bytes are 10xxxxxx.
std::string_view shortened(std::string_view name) {
  if (name.size() <= kLongestShown) return name;
  size_t end = kLongestShown;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;
  return name.substr(0, end);
}

}  // namespace

std::string display_name(std::string_view name) {
  const std::string_view shown = shortened(name);
  std::string text = "'";
  append_shown(text, shown);
  if (shown.size() < name.size()) text += "...";
  return text + "'";
}

std::string display_names(std::span<const std::string> names) {
  std::string text;
  for (const std::string& name : names)
    text += concat(text.empty() ? "" : ", ", display_name(name));
  return text;
}

}  // namespace vyre::ir
