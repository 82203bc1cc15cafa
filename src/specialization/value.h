#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <utility>

#include "specialization/element_type.h"

namespace vyre::specialization {

// Values are the kind bytes of hashes and of the canonical form. Append only.
enum class Kind : uint8_t { kU32 = 0, kI32 = 1, kF32 = 2, kBool = 3, kElementType = 4 };

// What a named place of a program is specialized with. Equal when of one kind and the same bits,
// so a NaN equals itself and 0.0 is not -0.0.
class Value {
 public:
  static Value u32(uint32_t value) { return {Kind::kU32, value}; }
  static Value i32(int32_t value) { return {Kind::kI32, static_cast<uint32_t>(value)}; }
  static Value f32(float value) { return f32_bits(std::bit_cast<uint32_t>(value)); }
  static Value f32_bits(uint32_t bits) { return {Kind::kF32, bits}; }
  static Value boolean(bool value) { return {Kind::kBool, value ? 1u : 0u}; }
  static Value element_type(ElementType type) {
    Value value(Kind::kElementType, tag_number(type.tag()));
    value.type_ = std::move(type);
    return value;
  }

  Kind kind() const { return kind_; }

  // The number, its bit pattern, 0 or 1, or the number of the element type's tag.
  uint32_t bits() const { return bits_; }

  // Null for other kinds.
  const ElementType* type() const { return type_ ? &*type_ : nullptr; }

  // As interfaces take it that know constants as numbers only. Exact; a NaN stays one.
  double number() const;

  // What a map's hash is made of: the kind, then the 32 bits, then zeros, from the lowest byte up.
  uint64_t contribution() const { return static_cast<uint64_t>(kind_) | uint64_t{bits_} << 8; }

  bool operator==(const Value&) const = default;

 private:
  Value(Kind kind, uint32_t bits) : kind_(kind), bits_(bits) {}

  Kind kind_;
  uint32_t bits_;
  std::optional<ElementType> type_;
};

}  // namespace vyre::specialization
