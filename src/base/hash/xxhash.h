#pragma once

#include <cstdint>
#include <string_view>

namespace vyre {

// A fast hash for tables in memory. Never stored: formats on disk use BLAKE3.
uint64_t hash_bytes(std::string_view bytes);

}  // namespace vyre
