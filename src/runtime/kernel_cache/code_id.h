#pragma once

#include <string_view>

namespace vyre::runtime {

// A digest of the library's own sources: what one build compiled, only an equal one takes over.
std::string_view code_id();

}  // namespace vyre::runtime
