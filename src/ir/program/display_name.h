#pragma once

#include <string>
#include <string_view>

namespace vyre::ir {

// A name as messages show it: in single quotes, control characters as \xNN, long names cut. Names
// come from outside and may be a megabyte long.
std::string display_name(std::string_view name);

}  // namespace vyre::ir
