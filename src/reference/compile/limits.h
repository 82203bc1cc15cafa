#pragma once

#include <cstdint>

namespace vyre::reference {

inline constexpr uint32_t kMaxLanes = 65536;  // of one workgroup
inline constexpr uint64_t kMaxSharedBytes = uint64_t{64} << 20;
inline constexpr uint64_t kMaxCallBytes = uint64_t{64} << 20;  // of all arguments of a call
inline constexpr uint32_t kMaxInstructions = 1u << 24;
inline constexpr uint32_t kMaxSubgroupNesting = 3;  // each level costs 32 times more
inline constexpr uint64_t kMaxResidentStateBytes = uint64_t{4} << 30;  // of grids with barriers
inline constexpr uint32_t kSubgroupWidth = 32;

}  // namespace vyre::reference
