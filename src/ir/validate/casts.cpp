#include "ir/validate/rules.h"

namespace vyre::ir {
namespace {

// Bits of an integer type, 0 for every other one. Bool is not counted: its casts lose nothing that
// a width tells.
uint32_t integer_bits(TypeId type) {
  if (type == scalar(DataType::kU8) || type == scalar(DataType::kI8)) return 8;
  if (type == scalar(DataType::kU16) || type == scalar(DataType::kI16)) return 16;
  if (type == scalar(DataType::kU32) || type == scalar(DataType::kI32)) return 32;
  if (type == scalar(DataType::kU64) || type == scalar(DataType::kI64)) return 64;
  return 0;
}

bool is_integer_or_bool(TypeId type) {
  return integer_bits(type) != 0 || type == scalar(DataType::kBool);
}

bool is_one_of(TypeId type, std::initializer_list<DataType> tags) {
  for (const DataType tag : tags) {
    if (type == scalar(tag)) return true;
  }
  return false;
}

bool castable(TypeId from, TypeId to) {
  if (from == to || (is_integer_or_bool(from) && is_integer_or_bool(to))) return true;
  if (is_one_of(from, {DataType::kU32, DataType::kI32, DataType::kBool})) {
    return is_one_of(to, {DataType::kVec2U32, DataType::kVec4U32, DataType::kF32});
  }
  if (from == scalar(DataType::kU64)) return is_one_of(to, {DataType::kVec2U32});
  const bool word = is_one_of(to, {DataType::kU32, DataType::kI32, DataType::kBool});
  if (from == scalar(DataType::kF32)) return word;
  const bool words = word || to == scalar(DataType::kU64);
  if (from == scalar(DataType::kVec2U32)) return words;
  return from == scalar(DataType::kVec4U32) && (words || to == scalar(DataType::kVec2U32));
}

}  // namespace

void validate_cast(Validation& v, const Expr& expr) {
  const TypeId from = v.types.of(expr.operands[0]);
  const TypeId to = expr.value;
  const auto& accepts = v.options.accepts_cast_target;
  if (accepts && !accepts(v.program.types, to)) {
    v.findings.error("V034", "the backend cannot cast to ", v.type(to));
  }
  if (from == kUnknownType || from == to) return;
  if (to == scalar(DataType::kBytes)) {
    return v.findings.error("V023", "cast of ", v.type(from), " to Bytes");
  }
  if (!castable(from, to)) {
    return v.findings.error("V012", "no cast from ", v.type(from), " to ", v.type(to));
  }
  const uint32_t from_bits = integer_bits(from);
  const uint32_t to_bits = integer_bits(to);
  if (to_bits == 0 || to_bits >= from_bits) return;
  v.findings.warning("V035", "the cast from ", v.type(from), " to ", v.type(to), " drops bits");
}

}  // namespace vyre::ir
