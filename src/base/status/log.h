#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace vyre {

enum class LogLevel : int32_t { kError = 1, kWarning = 2, kInfo = 3, kDebug = 4 };

// Where messages go. Empty = nowhere: the library is silent unless its host listens.
// May be called from any thread; must not call the library back.
using LogSink = std::function<void(LogLevel level, std::string_view text)>;

}  // namespace vyre
