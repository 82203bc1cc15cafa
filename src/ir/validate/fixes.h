#pragma once

#include <string_view>

namespace vyre::ir {

// What to do about a finding of the rule |code|; empty for a code that no rule has.
std::string_view fix_of(std::string_view code);

}  // namespace vyre::ir
