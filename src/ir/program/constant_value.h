#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status/status.h"
#include "ir/program/program.h"

namespace vyre::ir {

// A specialization value that a program names: an opaque expression of kind "vyre.spec". Pipelines
// are created with what it is; its payload says what it may be:
//
//   u8  form, 1
//   u8  kind: 0 u32, 1 i32, 2 f32, 3 bool, 4 element type
//   u8  whether there is a default: 0 or 1
//   u32 the default's bits, little-endian: the number, its bit pattern, 0 or 1, the tag of the
//       element type; 0 when there is none
//   the name, UTF-8, to the end of the payload; not empty
//
// A value of the kind element type is a U32: the tag's number.
inline constexpr std::string_view kConstantKind = "vyre.spec";

// Append only: formats store their numbers.
enum class ConstantKind : uint8_t { kU32, kI32, kF32, kBool, kElementType };

struct ConstantValue {
  std::string_view name = {};  // borrowed: from the payload it was read from
  ConstantKind kind = ConstantKind::kU32;
  std::optional<uint32_t> initial = {};  // what it is unless a pipeline says something else

  bool operator==(const ConstantValue&) const = default;
};

// "U32", "I32", "F32", "Bool", "ElementType"; how messages and the JSON form spell kinds.
std::string_view constant_kind_name(ConstantKind kind);
std::optional<ConstantKind> find_constant_kind(std::string_view name);

// The type of an expression that is a value of |kind|.
TypeId type_of(ConstantKind kind);

// |bits| as a value of |kind|: "16", "-1", "true", "F16", and for an F32 "of bits 0".
std::string bits_text(ConstantKind kind, uint32_t bits);

// "U32 with the default 16", for messages.
std::string describe(const ConstantValue& value);

// What is wrong with |value| as such, like "its name is empty"; empty when nothing is.
std::string find_mistake(const ConstantValue& value);

// A value without mistakes as a payload, and back. Reading fails with kInvalidProgram, naming what
// is malformed, without the way out.
std::vector<uint8_t> write_constant_value(const ConstantValue& value);
Result<ConstantValue> read_constant_value(std::span<const uint8_t> payload);

inline bool is_constant_value(const Program& program, const Expr& expr) {
  return expr.kind == ExprKind::kOpaque && program.names[expr.name] == kConstantKind;
}

// The values that |program| names, each once, in the order of their names' bytes. They borrow from
// it. Fails with kInvalidProgram when a payload is malformed, or two places do not agree on kind
// and default of one name; a valid program does neither.
Result<std::vector<ConstantValue>> constant_values(const Program& program);

// The same of a program that need not be valid: malformed payloads are left out, and of places that
// do not agree the first counts.
std::vector<ConstantValue> named_constants(const Program& program);

// Names that begin so mean something to the driver: "vyre.workgroup.x", ".y" and ".z" are the
// workgroup size on that axis.
inline constexpr std::string_view kReservedSpecPrefix = "vyre.";

inline constexpr std::string_view kWorkgroupSpecs[] = {"vyre.workgroup.x", "vyre.workgroup.y",
                                                       "vyre.workgroup.z"};

// 0, 1 or 2 for a name that is the workgroup size on that axis.
std::optional<uint32_t> workgroup_axis(std::string_view spec_name);

}  // namespace vyre::ir
