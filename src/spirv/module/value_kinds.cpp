#include "spirv/module/value_kinds.h"

#include <string_view>

namespace vyre::spirv {
namespace {

std::string_view name_of(Kind kind) {
  switch (kind) {
    case Kind::kU32:
      return "U32";
    case Kind::kI32:
      return "I32";
    case Kind::kBool:
      return "Bool";
    case Kind::kF32:
      return "F32";
    case Kind::kRaw:
      return "raw bytes";
    case Kind::kU64:
      return "U64";
    case Kind::kF64:
      return "F64";
    case Kind::kRaw8:
      return "five to eight raw bytes";
    case Kind::kRawLong:
      return "more than eight raw bytes";
  }
  return "";
}

// As the rows of operators call a kind; none has operators of its own.
ir::ops::Kinds operand_kind(Kind kind) {
  switch (kind) {
    case Kind::kU32:
      return ir::ops::kOfU32;
    case Kind::kI32:
      return ir::ops::kOfI32;
    case Kind::kU64:
      return ir::ops::kOfU64;
    case Kind::kBool:
      return ir::ops::kOfBool;
    case Kind::kF32:
    case Kind::kF64:
      return ir::ops::kOfF32;
    case Kind::kRaw:
    case Kind::kRaw8:
    case Kind::kRawLong:
      return ir::ops::kNothing;
  }
  return ir::ops::kNothing;
}

template <typename Op>
std::optional<Kind> result_of(Op op, Kind operands) {
  const auto& row = ir::ops::row(op);
  if ((row.kinds & operand_kind(operands)) == 0) return std::nullopt;
  if (row.result == ir::ops::Result::kBool) return Kind::kBool;
  if (operands == Kind::kF64) return Kind::kF32;
  return (row.flags & ir::ops::kUnsigned) != 0 && operands == Kind::kI32 ? Kind::kU32 : operands;
}

}  // namespace

std::string kind_names(KindSet kinds) {
  std::string text;
  for (const Kind kind : kAllKinds) {
    if (!kinds.has(kind)) continue;
    if (!text.empty()) text += " or ";
    text += name_of(kind);
  }
  return text;
}

uint32_t word_count(KindSet kinds) {
  if (kinds.has(Kind::kRawLong)) return kMaxWords;
  const bool two = kinds.has(Kind::kU64) || kinds.has(Kind::kF64) || kinds.has(Kind::kRaw8);
  return two ? 2 : 1;
}

KindSet narrowed(KindSet kinds) {
  return kinds.has(Kind::kF64) ? (kinds - Kind::kF64) | Kind::kF32 : kinds;
}

std::optional<Kind> result_kind(BinOp op, Kind operands) { return result_of(op, operands); }
std::optional<Kind> result_kind(UnOp op, Kind operand) { return result_of(op, operand); }

KindSet result_kinds(BinOp op, KindSet left, KindSet right) {
  KindSet kinds;
  const KindSet both = narrowed(left) & narrowed(right);
  for (const Kind kind : kAllKinds) {
    if (!both.has(kind)) continue;
    if (const auto result = result_kind(op, kind)) kinds |= *result;
  }
  return kinds;
}

KindSet result_kinds(UnOp op, KindSet operand) {
  KindSet kinds;
  for (const Kind kind : kAllKinds) {
    if (!narrowed(operand).has(kind)) continue;
    if (const auto result = result_kind(op, kind)) kinds |= *result;
  }
  return kinds;
}

Kind raw_kind(uint64_t bytes) {
  if (bytes <= 4) return Kind::kRaw;
  return bytes <= 8 ? Kind::kRaw8 : Kind::kRawLong;
}

Kind loaded_kind(const Element& element) {
  switch (element.repr) {
    case Element::Repr::kU32:
      return Kind::kU32;
    case Element::Repr::kI32:
      return Kind::kI32;
    case Element::Repr::kU64:
      return Kind::kU64;
    case Element::Repr::kF32:
      return Kind::kF32;
    case Element::Repr::kF64:
      return Kind::kF64;
    case Element::Repr::kRaw:
      return raw_kind(element.stride);
  }
  return Kind::kRaw;
}

Kind outside_kind(const Element& element) {
  const bool is_raw = element.repr == Element::Repr::kRaw;
  return is_raw ? raw_kind(element.outside_bytes) : loaded_kind(element);
}

KindSet loaded_kinds(const Element& element) {
  const KindSet outside = outside_kind(element);
  return element.stride == 0 ? outside : outside | loaded_kind(element);
}

namespace {

// What a value has for bytes: a truth value those of a word, an f32 those of its f64.
Kind kind_of_bytes(Kind kind) {
  switch (kind) {
    case Kind::kU32:
    case Kind::kI32:
    case Kind::kBool:
      return Kind::kRaw;
    case Kind::kF32:
    case Kind::kU64:
    case Kind::kF64:
      return Kind::kRaw8;
    case Kind::kRaw:
    case Kind::kRaw8:
    case Kind::kRawLong:
      return kind;
  }
  return kind;
}

}  // namespace

Kind cast_kind(DataType target, Kind from) {
  if (target == DataType::kU32) return Kind::kU32;
  if (target == DataType::kI32) return Kind::kI32;
  if (target == DataType::kU64) return Kind::kU64;
  if (target == DataType::kF32) return from == Kind::kF64 ? from : Kind::kF32;
  if (target == DataType::kBool) return Kind::kBool;
  if (target == DataType::kVec2U32) return Kind::kRaw8;
  if (target == DataType::kVec4U32) return Kind::kRawLong;
  return kind_of_bytes(from);
}

KindSet cast_kinds(DataType target, KindSet from) {
  KindSet kinds;
  for (const Kind kind : kAllKinds) {
    if (from.has(kind)) kinds |= cast_kind(target, kind);
  }
  return kinds;
}

}  // namespace vyre::spirv
