#pragma once

#include <cstddef>
#include <string_view>

#include "base/status/status.h"

namespace vyre {

inline constexpr size_t kMaxJsonBytes = size_t{1} << 28;
inline constexpr size_t kMaxJsonNesting = 1000;  // arrays and objects; where cJSON stops

// Checks that |text| is one JSON value by the strict grammar: valid UTF-8, nothing after the value,
// no duplicate keys, no lone surrogates, no NUL characters, numbers of at most 63 characters.
// cJSON alone accepts or bends most of these. Fails with kMalformedJson, naming line, column, path.
Status check_json(std::string_view text);

}  // namespace vyre
