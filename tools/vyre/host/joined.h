#pragma once

#include <string>
#include <string_view>

namespace tool {

// The texts |parts| with |separator| between them; |none| when there are none.
template <class Parts>
std::string joined(const Parts& parts, std::string_view none = "",
                   std::string_view separator = ", ") {
  std::string text;
  for (const std::string_view part : parts) text.append(text.empty() ? "" : separator).append(part);
  return std::string(text.empty() ? none : text);
}

}  // namespace tool
