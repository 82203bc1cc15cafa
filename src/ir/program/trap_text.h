#pragma once

#include <string_view>

namespace vyre::ir {

// What is told of a failure that the oracle and devices have alike.
inline constexpr std::string_view kTrapped = "the program trapped";
inline constexpr std::string_view kTrappedFix =
    "let no invocation come to this statement; what its tag and its value mean is said where the "
    "program comes from";
inline constexpr std::string_view kCastOutOfRange = "the value does not fit the target";
inline constexpr std::string_view kCastOutOfRangeFix = "cast only values that the target can hold";

}  // namespace vyre::ir
