#pragma once

#include <cstdint>
#include <optional>

namespace vyre::backend {

// Two times together; absent when one is, or when there is no number for the sum.
inline std::optional<uint64_t> sum_of_times(std::optional<uint64_t> a, std::optional<uint64_t> b) {
  if (!a || !b || *b > UINT64_MAX - *a) return std::nullopt;
  return *a + *b;
}

}  // namespace vyre::backend
