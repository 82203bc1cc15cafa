#pragma once

#include <cstdint>

#include "ir/types/type_table.h"

namespace vyre::ir {

// A load gives at most this many bytes.
inline constexpr uint32_t kMaxLoadedBytes = 16;

// How the elements of one buffer become values and back.
struct Element {
  enum class Repr : uint8_t { kU32, kI32, kU64, kF32, kF64, kRaw };

  Repr repr = Repr::kU32;
  bool loadable = true;       // false: a load would give more than kMaxLoadedBytes
  uint8_t outside_bytes = 0;  // size of the Raw zero that a load out of bounds gives
  uint64_t stride = 4;        // 0: every access is out of bounds
  uint64_t length_bits = 32;  // divides the buffer's bits for its length; 0: it has none

  // Divides the buffer's bits for the number of elements that can be accessed or, where none can,
  // for its length; 0: it has neither.
  uint64_t counted_bits() const { return stride != 0 ? stride * 8 : length_bits; }
};

Element element_of(const TypeTable& types, TypeId id);

}  // namespace vyre::ir
