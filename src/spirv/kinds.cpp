#include "spirv/kinds.h"

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
  }
  return "";
}

// Operators on words: u32 and i32 differ only in rotations and the high half of a product.
std::optional<Kind> integer_result(BinOp op, Kind kind) {
  const bool is_u32 = kind == Kind::kU32;
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
      return Kind::kU32;
    case BinOp::kRotateLeft:
    case BinOp::kRotateRight:
    case BinOp::kMulHigh:
      return is_u32 ? std::optional(kind) : std::nullopt;
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

std::optional<Kind> result_kind(BinOp op, Kind operands) {
  switch (operands) {
    case Kind::kU32:
    case Kind::kI32:
      return integer_result(op, operands);
    case Kind::kBool:
      return bool_result(op);
    case Kind::kF32:
      return float_result(op);
    case Kind::kRaw:
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Kind> result_kind(UnOp op, Kind operand) {
  switch (operand) {
    case Kind::kU32:
    case Kind::kI32:
      if (op == UnOp::kLogicalNot) return Kind::kBool;
      return is_integer_function(op) ? std::optional(operand) : std::nullopt;
    case Kind::kBool:
      return op == UnOp::kLogicalNot ? std::optional(operand) : std::nullopt;
    case Kind::kF32:
      return float_result(op);
    case Kind::kRaw:
      return std::nullopt;
  }
  return std::nullopt;
}

KindSet result_kinds(BinOp op, KindSet left, KindSet right) {
  KindSet kinds;
  for (const Kind kind : kAllKinds) {
    if (!left.has(kind) || !right.has(kind)) continue;
    if (const auto result = result_kind(op, kind)) kinds |= *result;
  }
  return kinds;
}

KindSet result_kinds(UnOp op, KindSet operand) {
  KindSet kinds;
  for (const Kind kind : kAllKinds) {
    if (!operand.has(kind)) continue;
    if (const auto result = result_kind(op, kind)) kinds |= *result;
  }
  return kinds;
}

std::optional<Kind> loaded_kind(ir::DataType element) {
  // A loaded truth value is the raw word: 5 stays 5.
  return element == ir::DataType::kBool ? Kind::kU32 : cast_kind(element);
}

std::optional<Kind> cast_kind(ir::DataType target) {
  if (target == ir::DataType::kU32) return Kind::kU32;
  if (target == ir::DataType::kI32) return Kind::kI32;
  if (target == ir::DataType::kF32) return Kind::kF32;
  if (target == ir::DataType::kBool) return Kind::kBool;
  if (target == ir::DataType::kU8) return Kind::kRaw;
  return std::nullopt;
}

}  // namespace vyre::spirv
