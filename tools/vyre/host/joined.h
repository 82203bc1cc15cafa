#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tool {

// The texts |parts| with |separator| between them; |none| when there are none.
template <class Parts>
std::string joined(const Parts& parts, std::string_view none = "",
                   std::string_view separator = ", ") {
  std::string text;
  for (const std::string_view part : parts) text.append(text.empty() ? "" : separator).append(part);
  return std::string(text.empty() ? none : text);
}

// What |name| gives for each of |items|, or "none".
template <class Items, class Name>
std::string joined_names(const Items& items, Name name) {
  std::vector<std::string_view> names;
  for (const auto& item : items)
    if (const std::string_view one = name(item); !one.empty()) names.push_back(one);
  return joined(names, "none");
}

}  // namespace tool
