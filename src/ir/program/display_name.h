#pragma once

#include <span>
#include <string>
#include <string_view>

namespace vyre::ir {

// A name as messages show it: in single quotes, made fit to be shown (base/encoding/shown.h), long
// names cut.
std::string display_name(std::string_view name);

// The tag of a trap, whole: cut only where it is longer than any message should be.
std::string display_tag(std::string_view tag);

// Each of them so, with commas between.
std::string display_names(std::span<const std::string> names);

}  // namespace vyre::ir
