#include <algorithm>

#include "ir/validate/rules.h"

namespace vyre::ir {
namespace {

using ops::BinaryOperands;
using ops::UnaryOperands;

bool is(TypeId type, DataType tag) { return type == scalar(tag); }
bool is_u32(TypeId type) { return is(type, DataType::kU32); }
bool is_wide(TypeId type) { return is(type, DataType::kU64) || is(type, DataType::kI64); }
bool is_u32_or_i32(TypeId type) { return is(type, DataType::kU32) || is(type, DataType::kI32); }
bool is_u32_or_bool(TypeId type) { return is(type, DataType::kU32) || is(type, DataType::kBool); }
bool is_word_number(TypeId type) { return is_u32_or_i32(type) || is(type, DataType::kF32); }

// A literal zero, directly or under casts.
bool is_zero_literal(const Program& program, ExprId id) {
  const Expr* expr = &program.exprs[id];
  while (expr->kind == ExprKind::kCast) expr = &program.exprs[expr->operands[0]];
  if (expr->kind == ExprKind::kLitF32) return (expr->value & 0x7FFFFFFFu) == 0;
  const bool integer = expr->kind == ExprKind::kLitU32 || expr->kind == ExprKind::kLitI32;
  return integer && expr->value == 0;
}

// The typing of one binary operator. A side of unknown type breaks no rule.
class BinaryTyping {
 public:
  BinaryTyping(Validation& validation, const Expr& expr)
      : v_(validation),
        left_(v_.types.of(expr.operands[0])),
        right_(v_.types.of(expr.operands[1])) {}

  void check(BinaryOperands rule) {
    switch (rule) {
      case BinaryOperands::kAny:
        return;
      case BinaryOperands::kArithmetic:
      case BinaryOperands::kSaturating:
      case BinaryOperands::kDistance:
        return arithmetic(rule);
      case BinaryOperands::kWords:
        both(is_u32_or_i32, "U32 or I32");
        if (is_u32_or_i32(left_) && is_u32_or_i32(right_)) equal();
        return;
      case BinaryOperands::kBits:
        if (!both_known()) return;
        both(is_u32_or_i32, "U32 or I32");
        return equal();
      case BinaryOperands::kU32:
        return both(is_u32, "U32");
      case BinaryOperands::kTruth:
        return both(is_u32_or_bool, "U32 or Bool");
      case BinaryOperands::kSame:
        return equal();
      case BinaryOperands::kSubgroup:
        return error("the operator needs a subgroup expression instead");
    }
  }

 private:
  void arithmetic(BinaryOperands rule) {
    if (both_known() && (is_wide(left_) || is_wide(right_))) {
      error("64-bit arithmetic is not available");
      return saturating(rule);
    }
    saturating(rule);
    const bool any_i32 = is(left_, DataType::kI32) || is(right_, DataType::kI32);
    if (rule == BinaryOperands::kDistance && any_i32) {
      error("the absolute difference of I32 is not available");
    }
    if (is(left_, DataType::kBool)) error("the left operand is Bool");
    if (is(right_, DataType::kBool)) error("the right operand is Bool");
    if (is_word_number(left_) && is_word_number(right_)) equal();
  }

  void both(bool (*accepted)(TypeId), const char* wanted) {
    side("left", left_, accepted, wanted);
    side("right", right_, accepted, wanted);
  }

  void equal() {
    if (both_known() && left_ != right_) error("the operand types differ");
  }

  void error(const char* what) {
    v_.findings.error("R-OPTYPE", what, ": left ", name(left_), ", right ", name(right_));
  }

  bool both_known() const { return left_ != kUnknownType && right_ != kUnknownType; }
  std::string name(TypeId type) const {
    return type == kUnknownType ? "of unknown type" : v_.type(type);
  }

  void saturating(BinaryOperands rule) {
    if (rule != BinaryOperands::kSaturating) return;
    const bool left = left_ == kUnknownType || is(left_, DataType::kU32);
    const bool right = right_ == kUnknownType || is(right_, DataType::kU32);
    if (!left || !right) error("saturating arithmetic takes U32");
  }

  void side(const char* which, TypeId type, bool (*accepted)(TypeId), const char* wanted) {
    if (type == kUnknownType || accepted(type)) return;
    v_.findings.error("R-OPTYPE", "the ", which, " operand is ", name(type),
                      ", the operator takes ", wanted);
  }

  Validation& v_;
  TypeId left_;
  TypeId right_;
};

void validate_operand(Validation& v, TypeId type, bool accepted, const char* wanted) {
  if (type == kUnknownType || accepted) return;
  v.findings.error("R-OPTYPE", "the operand is ", v.type(type), ", the operator takes ", wanted);
}

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
  return std::ranges::find(tags, type, scalar) != tags.end();
}

bool is_half(TypeId type) { return is(type, DataType::kF16) || is(type, DataType::kBF16); }

bool castable(Semantics semantics, TypeId from, TypeId to) {
  if (from == to || (is_integer_or_bool(from) && is_integer_or_bool(to))) return true;
  if (is_one_of(from, {DataType::kU32, DataType::kI32, DataType::kBool})) {
    return is_one_of(to, {DataType::kVec2U32, DataType::kVec4U32, DataType::kF32});
  }
  if (semantics >= Semantics::kV0_7) {
    if (is_half(from) && is(to, DataType::kF32)) return true;
    if (is_half(to) && is(from, DataType::kF32)) return true;
  }
  if (from == scalar(DataType::kU64)) return is_one_of(to, {DataType::kVec2U32});
  const bool word = is_one_of(to, {DataType::kU32, DataType::kI32, DataType::kBool});
  if (from == scalar(DataType::kF32)) return word;
  const bool words = word || to == scalar(DataType::kU64);
  if (from == scalar(DataType::kVec2U32)) return words;
  return from == scalar(DataType::kVec4U32) && (words || to == scalar(DataType::kVec2U32));
}

}  // namespace

void validate_binary(Validation& v, const Expr& expr) {
  BinaryTyping(v, expr).check(ops::row(expr.bin_op()).operands);
  if (ops::has(expr.bin_op(), ops::kDivides) && is_zero_literal(v.program, expr.operands[1])) {
    v.findings.error("V044", "division by a literal zero");
  }
}

void validate_unary(Validation& v, const Expr& expr) {
  const TypeId type = v.types.of(expr.operands[0]);
  switch (ops::row(expr.un_op()).operands) {
    case UnaryOperands::kUnpacked:
      if (v.semantics >= Semantics::kV0_6_5) {
        return validate_operand(v, type, is_u32_or_i32(type), "U32 or I32");
      }
      return v.findings.error("R-OPTYPE", "the operator has no operand type that is accepted");
    case UnaryOperands::kNumber:
      return validate_operand(v, type, is_u32(type) || is(type, DataType::kF32), "U32 or F32");
    case UnaryOperands::kTruth:
      return validate_operand(v, type, is_u32_or_bool(type), "U32 or Bool");
    case UnaryOperands::kBits:
      return validate_operand(v, type, is_u32_or_i32(type) || is(type, DataType::kU64),
                              "U32, I32 or U64");
    case UnaryOperands::kF32:
      return validate_operand(v, type, is(type, DataType::kF32), "F32");
  }
}

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
  if (!castable(v.semantics, from, to)) {
    return v.findings.error("V012", "no cast from ", v.type(from), " to ", v.type(to));
  }
  const uint32_t from_bits = integer_bits(from);
  const uint32_t to_bits = integer_bits(to);
  if (to_bits == 0 || to_bits >= from_bits) return;
  v.findings.warning("V035", "the cast from ", v.type(from), " to ", v.type(to), " drops bits");
}

}  // namespace vyre::ir
