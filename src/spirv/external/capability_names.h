#pragma once

#include <cstdint>
#include <string_view>

namespace vyre::spirv {

// "Int64" of 11; empty for a number that the grammar of SPIR-V does not have.
std::string_view capability_name(uint32_t capability);

}  // namespace vyre::spirv
