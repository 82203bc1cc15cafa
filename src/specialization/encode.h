#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "specialization/map.h"

namespace vyre::specialization {

// The canonical form of a map, which says all of it: different maps have different bytes, equal
// ones the same. What keys of caches and of stored things are made of.
//
//   u64 number of entries, then for each, in the order of the names:
//     u64 size of the name | the name | u8 kind
//     u32 bits                                      of numbers and booleans
//     u64 size of the spelling | the spelling       of element types: "Vec<F32,4>"
//
// Integers are little-endian. Change it only together with the schema of every key made of it.
std::vector<uint8_t> encode(const Map& map);

// The map of those bytes. Fails with kInvalidArgument when they are anything else.
Result<Map> decode(std::span<const uint8_t> bytes);

}  // namespace vyre::specialization
