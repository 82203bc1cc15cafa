#include "base/status/concat.h"

#include <charconv>

namespace vyre {
namespace {

template <typename T>
void append_number(std::string& out, T number) {
  char digits[20];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

void append(std::string& out, PartKind kind, PartSlot slot) {
  switch (kind) {
    case PartKind::kText:
      out += static_cast<const char*>(slot.at);
      break;
    case PartKind::kString:
      out += *static_cast<const std::string*>(slot.at);
      break;
    case PartKind::kView:
      out += *static_cast<const std::string_view*>(slot.at);
      break;
    case PartKind::kCharacter:
      out += char(slot.number);
      break;
    case PartKind::kSigned:
      append_number(out, int64_t(slot.number));
      break;
    case PartKind::kUnsigned:
      append_number(out, slot.number);
      break;
    case PartKind::kEnd:
      break;
  }
}

}  // namespace

std::string join(const PartKind* kinds, const PartSlot* slots) {
  std::string text;
  for (; *kinds != PartKind::kEnd; ++kinds, ++slots) append(text, *kinds, *slots);
  return text;
}

}  // namespace vyre
