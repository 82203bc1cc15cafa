#pragma once

#include <string>

namespace bench {

// Exit codes: 1 when a comparison misses its goal, these otherwise; the reason is the last line on
// standard error.
inline constexpr int kFailed = 2;
inline constexpr int kCannotRun = 77;  // a side is not here

[[noreturn]] void give_up(const std::string& what);
[[noreturn]] void cannot_run(const std::string& reason);

}  // namespace bench
