#include "base/encoding/shown.h"

#include "base/encoding/hex.h"
#include "base/encoding/utf8.h"

namespace vyre {
namespace {

constexpr size_t kRoom = 40;  // for the end of what is cut

// Bytes of the character that |text| begins with; 0: the first byte is to be escaped. The control
// characters of U+0080 to U+009F begin with C2.
size_t shown_length(std::string_view text, Lines lines) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first == '\n' || first == '\t') return lines == Lines::kKept ? 1 : 0;
  if (first < 0x20 || first == 0x7F) return 0;
  const size_t length = utf8_length(text);
  return length == 2 && first == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0 ? 0 : length;
}

// Gives how much of |text| that was.
size_t append_first(std::string& out, std::string_view text, Lines lines) {
  const size_t length = shown_length(text, lines);
  if (length != 0) {
    out += text.substr(0, length);
    return length;
  }
  out += "\\x";
  append_hex(out, static_cast<uint8_t>(text[0]));
  return 1;
}

}  // namespace

void append_shown(std::string& out, std::string_view text, Lines lines) {
  while (!text.empty()) text.remove_prefix(append_first(out, text, lines));
}

bool is_shown(std::string_view text, size_t most) {
  if (text.size() > most + kRoom) return false;
  while (!text.empty()) {
    const size_t length = shown_length(text, Lines::kKept);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string shown(std::string_view text, size_t most) {
  std::string out;
  size_t fits = 0;
  for (std::string_view rest = text; !rest.empty() && out.size() <= most + kRoom;) {
    rest.remove_prefix(append_first(out, rest, Lines::kKept));
    if (out.size() <= most) fits = out.size();
  }
  if (out.size() <= most + kRoom) return out;
  out.resize(fits);
  return out + "... (" + std::to_string(text.size()) + " bytes)";
}

}  // namespace vyre
