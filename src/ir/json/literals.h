#pragma once

#include <cstdint>
#include <string>

namespace vyre::ir::json {

// A floating-point literal as JSON: the shortest number that reads back the same, or the bits as a
// string like "0x7fc00000" where a number would lose something: zero with a sign, subnormals,
// infinities, NaNs.
std::string f32_text(uint32_t bits);
std::string f64_text(uint64_t bits);

}  // namespace vyre::ir::json
