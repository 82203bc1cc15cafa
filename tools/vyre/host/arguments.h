#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "result.h"

namespace tool {

// "NAME=VALUE" of an option.
struct Assignment {
  std::string name;
  std::string value;
};

// Splits each at its first '='; a name may come once.
Result<std::vector<Assignment>> parse_assignments(const std::vector<std::string>& texts,
                                                  const std::string& option);

// Digits only, at most |limit|.
Result<uint64_t> parse_number(const std::string& text, uint64_t limit, const std::string& what);

// "X,Y,Z"; missing axes are 1.
Result<std::array<uint32_t, 3>> parse_grid(const std::string& text);

}  // namespace tool
