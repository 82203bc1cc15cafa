#include "spirv/module/value_kinds.h"

#include <string_view>

namespace vyre::spirv {
namespace {

using ir::BinOp;
using ir::UnOp;

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

// Operators on integers differ in rotations, which u32 alone has, and in the high half of a
// product, which i32 has not.
std::optional<Kind> integer_result(BinOp op, Kind kind) {
  switch (op) {
    case BinOp::kAdd:
    case BinOp::kSub:
    case BinOp::kMul:
    case BinOp::kDiv:
    case BinOp::kMod:
    case BinOp::kBitAnd:
    case BinOp::kBitOr:
    case BinOp::kBitXor:
    case BinOp::kShl:
    case BinOp::kShr:
    case BinOp::kMin:
    case BinOp::kMax:
    case BinOp::kSaturatingAdd:
    case BinOp::kSaturatingSub:
    case BinOp::kSaturatingMul:
    case BinOp::kWrappingAdd:
    case BinOp::kWrappingSub:
      return kind;
    case BinOp::kAbsDiff:
      return kind == Kind::kU64 ? kind : Kind::kU32;
    case BinOp::kRotateLeft:
    case BinOp::kRotateRight:
      return kind == Kind::kU32 ? std::optional(kind) : std::nullopt;
    case BinOp::kMulHigh:
      return kind != Kind::kI32 ? std::optional(kind) : std::nullopt;
    case BinOp::kEq:
    case BinOp::kNe:
    case BinOp::kLt:
    case BinOp::kGt:
    case BinOp::kLe:
    case BinOp::kGe:
    case BinOp::kAnd:
    case BinOp::kOr:
      return Kind::kBool;
    case BinOp::kShuffle:
    case BinOp::kBallot:
    case BinOp::kWaveReduce:
    case BinOp::kWaveBroadcast:
    case BinOp::kOpaque:
      return std::nullopt;
  }
  return std::nullopt;
}

bool is_equality(BinOp op) { return op == BinOp::kEq || op == BinOp::kNe; }
bool is_order(BinOp op) {
  return op == BinOp::kLt || op == BinOp::kGt || op == BinOp::kLe || op == BinOp::kGe;
}

std::optional<Kind> float_result(BinOp op) {
  const bool arithmetic = op == BinOp::kAdd || op == BinOp::kSub || op == BinOp::kMul ||
                          op == BinOp::kDiv || op == BinOp::kMin || op == BinOp::kMax;
  if (arithmetic) return Kind::kF32;
  if (is_equality(op) || is_order(op)) return Kind::kBool;
  return std::nullopt;
}

std::optional<Kind> bool_result(BinOp op) {
  if (is_equality(op) || op == BinOp::kAnd || op == BinOp::kOr) return Kind::kBool;
  return std::nullopt;
}

bool is_integer_function(UnOp op) {
  return op == UnOp::kNegate || op == UnOp::kBitNot || op == UnOp::kPopcount || op == UnOp::kClz ||
         op == UnOp::kCtz || op == UnOp::kReverseBits;
}

std::optional<Kind> float_result(UnOp op) {
  if (op == UnOp::kIsNan || op == UnOp::kIsInf || op == UnOp::kIsFinite) return Kind::kBool;
  const bool not_of_floats = op == UnOp::kLogicalNot || op == UnOp::kUnpack4Low ||
                             op == UnOp::kUnpack4High || op == UnOp::kUnpack8Low ||
                             op == UnOp::kUnpack8High || op == UnOp::kOpaque;
  if (not_of_floats || (is_integer_function(op) && op != UnOp::kNegate)) return std::nullopt;
  return Kind::kF32;
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

std::optional<Kind> result_kind(BinOp op, Kind operands) {
  switch (operands) {
    case Kind::kU32:
    case Kind::kI32:
    case Kind::kU64:
      return integer_result(op, operands);
    case Kind::kBool:
      return bool_result(op);
    case Kind::kF32:
    case Kind::kF64:
      return float_result(op);
    case Kind::kRaw:
    case Kind::kRaw8:
    case Kind::kRawLong:
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Kind> result_kind(UnOp op, Kind operand) {
  switch (operand) {
    case Kind::kU32:
    case Kind::kI32:
    case Kind::kU64:
      if (op == UnOp::kLogicalNot) return Kind::kBool;
      return is_integer_function(op) ? std::optional(operand) : std::nullopt;
    case Kind::kBool:
      return op == UnOp::kLogicalNot ? std::optional(operand) : std::nullopt;
    case Kind::kF32:
    case Kind::kF64:
      return float_result(op);
    case Kind::kRaw:
    case Kind::kRaw8:
    case Kind::kRawLong:
      return std::nullopt;
  }
  return std::nullopt;
}

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

Kind loaded_kind(const ir::Element& element) {
  switch (element.repr) {
    case ir::Element::Repr::kU32:
      return Kind::kU32;
    case ir::Element::Repr::kI32:
      return Kind::kI32;
    case ir::Element::Repr::kU64:
      return Kind::kU64;
    case ir::Element::Repr::kF32:
      return Kind::kF32;
    case ir::Element::Repr::kF64:
      return Kind::kF64;
    case ir::Element::Repr::kRaw:
      return raw_kind(element.stride);
  }
  return Kind::kRaw;
}

Kind outside_kind(const ir::Element& element) {
  const bool is_raw = element.repr == ir::Element::Repr::kRaw;
  return is_raw ? raw_kind(element.outside_bytes) : loaded_kind(element);
}

KindSet loaded_kinds(const ir::Element& element) {
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

Kind cast_kind(ir::DataType target, Kind from) {
  if (target == ir::DataType::kU32) return Kind::kU32;
  if (target == ir::DataType::kI32) return Kind::kI32;
  if (target == ir::DataType::kU64) return Kind::kU64;
  if (target == ir::DataType::kF32) return from == Kind::kF64 ? from : Kind::kF32;
  if (target == ir::DataType::kBool) return Kind::kBool;
  if (target == ir::DataType::kVec2U32) return Kind::kRaw8;
  if (target == ir::DataType::kVec4U32) return Kind::kRawLong;
  return kind_of_bytes(from);
}

KindSet cast_kinds(ir::DataType target, KindSet from) {
  KindSet kinds;
  for (const Kind kind : kAllKinds) {
    if (from.has(kind)) kinds |= cast_kind(target, kind);
  }
  return kinds;
}

}  // namespace vyre::spirv
