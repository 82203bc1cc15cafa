#pragma once

#include <vyre_driver.h>

#include <cstdint>
#include <optional>
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

// "--input" options of a command that runs |program|: standard input may stand for one file of all.
Result<std::vector<Assignment>> parse_inputs(const std::vector<std::string>& texts,
                                             const std::string& program);

// Digits only, at most |limit|.
Result<uint64_t> parse_number(const std::string& text, uint64_t limit, const std::string& what);

// The grid and the shape of |desc| become "X,Y,Z", whose missing axes are 1; empty texts leave
// them.
std::optional<Failure> set_launch(const std::string& grid, const std::string& shape,
                                  vyre_dispatch_desc& desc);

}  // namespace tool
