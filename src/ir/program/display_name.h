#pragma once

#include <span>
#include <string>
#include <string_view>

namespace vyre::ir {

// A name as messages show it: in single quotes, control characters as \xNN, long names cut. Names
// come from outside and may be a megabyte long.
std::string display_name(std::string_view name);

// Each of them so, with commas between.
std::string display_names(std::span<const std::string> names);

}  // namespace vyre::ir
