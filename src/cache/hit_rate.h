#pragma once

#include <cstdint>
#include <optional>

namespace vyre::cache {

// Hits in ten thousand, rounded down; none without data.
std::optional<uint32_t> hit_rate(uint64_t hits, uint64_t misses);

}  // namespace vyre::cache
