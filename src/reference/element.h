#pragma once

#include <cstdint>

#include "ir/types.h"
#include "reference/value.h"

namespace vyre::reference {

// How the elements of one buffer become values and back.
struct Element {
  enum class Repr : uint8_t { kU32, kI32, kU64, kF32, kF64, kRaw };

  Repr repr = Repr::kU32;
  bool loadable = true;       // false: a load would give more than kMaxRawBytes
  uint8_t outside_bytes = 0;  // size of the Raw zero that a load out of bounds gives
  uint64_t stride = 4;        // 0: every access is out of bounds
  uint64_t length_bits = 32;  // divides the buffer's bits for its length; 0: it has none
};

Element element_of(const ir::TypeTable& types, ir::TypeId id);

}  // namespace vyre::reference
