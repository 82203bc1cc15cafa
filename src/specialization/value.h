#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/status/status.h"
#include "ir/program/constant_value.h"
#include "ir/types/type_table.h"

namespace vyre::specialization {

// An element type for itself, outside the table of a program.
class ElementType {
 public:
  // Reads "U32" or "Vec<F32,4>". Fails with kInvalidArgument.
  static Result<ElementType> parse(std::string_view text);

  ElementType(const ir::TypeTable& types, ir::TypeId id)
      : tag_(types[id].tag), spelling_(ir::type_name(types, id)) {}

  ir::DataType tag() const { return tag_; }

  // As messages and the JSON form have it, parameters included: equal for equal types only.
  const std::string& spelling() const { return spelling_; }

  bool operator==(const ElementType&) const = default;

 private:
  ir::DataType tag_;
  std::string spelling_;
};

// The number of a type in hashes and as a numeric constant: its tag in the wire form. Types that
// differ in their parameters share it.
constexpr uint32_t tag_number(ir::DataType tag) { return static_cast<uint32_t>(tag); }

// Its values are the kind bytes of hashes and of the canonical form.
using Kind = ir::ConstantKind;

// What a named place of a program is specialized with. Equal when of one kind and the same bits,
// so a NaN equals itself and 0.0 is not -0.0.
class Value {
 public:
  // One of any kind but kElementType; bits of a truth value that are not 0 are true.
  static Value of(Kind kind, uint32_t bits) {
    return kind == Kind::kBool ? boolean(bits != 0) : Value(kind, bits);
  }
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
