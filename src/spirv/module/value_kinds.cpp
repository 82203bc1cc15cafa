#include "spirv/module/value_kinds.h"

#include <string_view>

namespace vyre::spirv {
namespace {

struct KindRow {
  std::string_view name;
  ir::ops::Kinds operators;  // as the rows of operators call it; none has operators of its own
  Kind bytes;  // what it has for bytes: a truth value those of a word, an f32 those of its f64
};

// By number.
constexpr auto kRows = std::to_array<KindRow>({
    {"U32", ir::ops::kOfU32, Kind::kRaw},
    {"I32", ir::ops::kOfI32, Kind::kRaw},
    {"Bool", ir::ops::kOfBool, Kind::kRaw},
    {"F32", ir::ops::kOfF32, Kind::kRaw8},
    {"raw bytes", ir::ops::kNothing, Kind::kRaw},
    {"U64", ir::ops::kOfU64, Kind::kRaw8},
    {"F64", ir::ops::kOfF32, Kind::kRaw8},
    {"five to eight raw bytes", ir::ops::kNothing, Kind::kRaw8},
    {"more than eight raw bytes", ir::ops::kNothing, Kind::kRawLong},
});
static_assert(kRows.size() == kAllKinds.size() && kAllKinds.back() == Kind::kRawLong);

const KindRow& row_of(Kind kind) { return kRows[static_cast<size_t>(kind)]; }

template <typename Op>
std::optional<Kind> result_of(Op op, Kind operands) {
  const auto& row = ir::ops::row(op);
  if ((row.kinds & row_of(operands).operators) == 0) return std::nullopt;
  if (row.result == ir::ops::Result::kBool) return Kind::kBool;
  if (operands == Kind::kF64) return Kind::kF32;
  return (row.flags & ir::ops::kUnsigned) != 0 && operands == Kind::kI32 ? Kind::kU32 : operands;
}

template <typename Op>
KindSet results_of(Op op, KindSet operands) {
  KindSet kinds;
  for (const Kind kind : kAllKinds) {
    const auto result = operands.has(kind) ? result_of(op, kind) : std::nullopt;
    if (result) kinds |= *result;
  }
  return kinds;
}

}  // namespace

std::string kind_names(KindSet kinds) {
  std::string text;
  for (const Kind kind : kAllKinds) {
    if (!kinds.has(kind)) continue;
    if (!text.empty()) text += " or ";
    text += row_of(kind).name;
  }
  return text;
}

uint32_t word_count(KindSet kinds) {
  if (kinds.has(Kind::kRawLong)) return kMaxWords;
  const bool two = kinds.has(Kind::kU64) || kinds.has(Kind::kF64) || kinds.has(Kind::kRaw8);
  return two ? 2 : 1;
}

KindSet exchanged_kinds(const ir::Expr& expr) {
  const bool words_alone =
      expr.kind == ir::ExprKind::kSubgroupReduce && !ir::ops::is_for_f32(expr.reduce_op());
  return words_alone ? KindSet(Kind::kU32) : KindSet(Kind::kU32) | Kind::kF32;
}

KindSet narrowed(KindSet kinds) {
  return kinds.has(Kind::kF64) ? (kinds - Kind::kF64) | Kind::kF32 : kinds;
}

std::optional<Kind> result_kind(BinOp op, Kind operands) { return result_of(op, operands); }
std::optional<Kind> result_kind(UnOp op, Kind operand) { return result_of(op, operand); }
KindSet result_kinds(BinOp op, KindSet left, KindSet right) {
  return results_of(op, narrowed(left) & narrowed(right));
}
KindSet result_kinds(UnOp op, KindSet operand) { return results_of(op, narrowed(operand)); }

Kind raw_kind(uint64_t bytes) {
  if (bytes <= 4) return Kind::kRaw;
  return bytes <= 8 ? Kind::kRaw8 : Kind::kRawLong;
}

Kind loaded_kind(const Element& element) {
  using Repr = Element::Repr;
  if (element.repr == Repr::kU32) return Kind::kU32;
  if (element.repr == Repr::kI32) return Kind::kI32;
  if (element.repr == Repr::kU64) return Kind::kU64;
  if (element.repr == Repr::kF32 || ir::is_half(element.repr)) return Kind::kF32;
  return element.repr == Repr::kF64 ? Kind::kF64 : raw_kind(element.stride);
}

Kind outside_kind(const Element& element) {
  const bool is_raw = element.repr == Element::Repr::kRaw;
  return is_raw ? raw_kind(element.outside_bytes) : loaded_kind(element);
}

KindSet loaded_kinds(const Element& element) {
  const KindSet outside = outside_kind(element);
  return element.stride == 0 ? outside : outside | loaded_kind(element);
}

Kind cast_kind(DataType target, Kind from) {
  if (target == DataType::kU32) return Kind::kU32;
  if (target == DataType::kI32) return Kind::kI32;
  if (target == DataType::kU64) return Kind::kU64;
  if (target == DataType::kF32) return from == Kind::kF64 ? from : Kind::kF32;
  if (target == DataType::kBool) return Kind::kBool;
  if (target == DataType::kVec2U32) return Kind::kRaw8;
  if (target == DataType::kVec4U32) return Kind::kRawLong;
  return row_of(from).bytes;
}

KindSet cast_kinds(DataType target, KindSet from) {
  KindSet kinds;
  for (const Kind kind : kAllKinds) {
    if (from.has(kind)) kinds |= cast_kind(target, kind);
  }
  return kinds;
}

}  // namespace vyre::spirv
