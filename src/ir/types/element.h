#pragma once

#include <cstdint>

#include "ir/types/generation.h"
#include "ir/types/type_table.h"

namespace vyre::ir {

// A load gives at most this many bytes.
inline constexpr uint32_t kMaxLoadedBytes = 16;

// How the elements of one buffer become values and back.
struct Element {
  enum class Repr : uint8_t { kU32, kI32, kU64, kF32, kF64, kF16, kBF16, kRaw };

  Repr repr = Repr::kU32;
  bool loadable = true;       // false: a load would give more than kMaxLoadedBytes
  uint8_t outside_bytes = 0;  // size of the Raw zero that a load out of bounds gives
  uint64_t stride = 4;        // 0: every access is out of bounds
  uint64_t length_bits = 32;  // divides the buffer's bits for its length; 0: it has none

  // Divides the buffer's bits for the number of elements that can be accessed or, where none can,
  // for its length; 0: it has neither.
  uint64_t counted_bits() const { return stride != 0 ? stride * 8 : length_bits; }
};

// Elements of 16-bit floats are floats from 0.7 on, and bytes before.
Element element_of(const TypeTable& types, TypeId id, Semantics semantics);
// Divides a buffer's bits for its length; 0: it has none.
uint64_t length_bits(const TypeTable& types, TypeId id);

constexpr bool is_half(Element::Repr repr) {
  return repr == Element::Repr::kF16 || repr == Element::Repr::kBF16;
}

// The type whose values a cast to |target| gives. Those of narrow integers are words and of I64 U64
// from 0.6.5 on, of 16-bit floats F32 from 0.7 on; before, the bytes of what was cast.
constexpr DataType cast_type(DataType target, Semantics semantics) {
  using enum DataType;
  if (semantics >= Semantics::kV0_6_5) {
    if (target == kU8 || target == kU16) return kU32;
    if (target == kI8 || target == kI16) return kI32;
    if (target == kI64) return kU64;
  }
  const bool is_half = target == kF16 || target == kBF16;
  return is_half && semantics >= Semantics::kV0_7 ? kF32 : target;
}

}  // namespace vyre::ir
