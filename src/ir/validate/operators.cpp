#include "ir/validate/rules.h"

namespace vyre::ir {
namespace {

bool is(TypeId type, DataType tag) { return type == scalar(tag); }
bool is_wide(TypeId type) { return is(type, DataType::kU64) || is(type, DataType::kI64); }
bool is_u32_or_i32(TypeId type) { return is(type, DataType::kU32) || is(type, DataType::kI32); }
bool is_u32_or_bool(TypeId type) { return is(type, DataType::kU32) || is(type, DataType::kBool); }
bool is_word_number(TypeId type) { return is_u32_or_i32(type) || is(type, DataType::kF32); }

bool is_saturating(BinOp op) {
  return op == BinOp::kSaturatingAdd || op == BinOp::kSaturatingSub || op == BinOp::kSaturatingMul;
}

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

  void arithmetic(BinOp op) {
    if (both_known() && (is_wide(left_) || is_wide(right_))) {
      error("64-bit arithmetic is not available");
      return saturating(op);
    }
    saturating(op);
    if (op == BinOp::kAbsDiff && (is(left_, DataType::kI32) || is(right_, DataType::kI32))) {
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

  void modulo() {
    both(is_u32_or_i32, "U32 or I32");
    if (is_u32_or_i32(left_) && is_u32_or_i32(right_)) equal();
  }

  void bitwise() {
    if (!both_known()) return;
    both(is_u32_or_i32, "U32 or I32");
    equal();
  }

  void equal() {
    if (both_known() && left_ != right_) error("the operand types differ");
  }

  void error(const char* what) {
    v_.findings.error("R-OPTYPE", what, ": left ", name(left_), ", right ", name(right_));
  }

 private:
  bool both_known() const { return left_ != kUnknownType && right_ != kUnknownType; }
  std::string name(TypeId type) const {
    return type == kUnknownType ? "of unknown type" : v_.type(type);
  }

  void saturating(BinOp op) {
    if (!is_saturating(op)) return;
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

bool is_u32(TypeId type) { return is(type, DataType::kU32); }

void validate_operand(Validation& v, TypeId type, bool accepted, const char* wanted) {
  if (type == kUnknownType || accepted) return;
  v.findings.error("R-OPTYPE", "the operand is ", v.type(type), ", the operator takes ", wanted);
}

}  // namespace

void validate_binary(Validation& v, const Expr& expr) {
  BinaryTyping typing(v, expr);
  switch (expr.bin_op()) {
    case BinOp::kAdd:
    case BinOp::kSub:
    case BinOp::kMul:
    case BinOp::kDiv:
    case BinOp::kSaturatingAdd:
    case BinOp::kSaturatingSub:
    case BinOp::kSaturatingMul:
    case BinOp::kMin:
    case BinOp::kMax:
    case BinOp::kAbsDiff:
      typing.arithmetic(expr.bin_op());
      break;
    case BinOp::kMod:
      typing.modulo();
      break;
    case BinOp::kBitAnd:
    case BinOp::kBitOr:
    case BinOp::kBitXor:
      typing.bitwise();
      break;
    case BinOp::kShl:
    case BinOp::kShr:
    case BinOp::kRotateLeft:
    case BinOp::kRotateRight:
      typing.both(is_u32, "U32");
      break;
    case BinOp::kAnd:
    case BinOp::kOr:
      typing.both(is_u32_or_bool, "U32 or Bool");
      break;
    case BinOp::kEq:
    case BinOp::kNe:
    case BinOp::kLt:
    case BinOp::kGt:
    case BinOp::kLe:
    case BinOp::kGe:
      typing.equal();
      break;
    case BinOp::kShuffle:
    case BinOp::kBallot:
    case BinOp::kWaveReduce:
    case BinOp::kWaveBroadcast:
      typing.error("the operator needs a subgroup expression instead");
      break;
    case BinOp::kWrappingAdd:
    case BinOp::kWrappingSub:
    case BinOp::kMulHigh:
    case BinOp::kOpaque:
      break;
  }
  const bool divides = expr.bin_op() == BinOp::kDiv || expr.bin_op() == BinOp::kMod;
  if (divides && is_zero_literal(v.program, expr.operands[1])) {
    v.findings.error("V044", "division by a literal zero");
  }
}

void validate_unary(Validation& v, const Expr& expr) {
  const TypeId type = v.types.of(expr.operands[0]);
  switch (expr.un_op()) {
    case UnOp::kNegate:
      validate_operand(v, type, is_u32(type) || is(type, DataType::kF32), "U32 or F32");
      break;
    case UnOp::kLogicalNot:
      validate_operand(v, type, is_u32_or_bool(type), "U32 or Bool");
      break;
    case UnOp::kBitNot:
    case UnOp::kPopcount:
    case UnOp::kClz:
    case UnOp::kCtz:
    case UnOp::kReverseBits:
      validate_operand(v, type, is_u32_or_i32(type) || is(type, DataType::kU64), "U32, I32 or U64");
      break;
    case UnOp::kCos:
    case UnOp::kSin:
    case UnOp::kAbs:
    case UnOp::kSqrt:
    case UnOp::kFloor:
    case UnOp::kCeil:
    case UnOp::kRound:
    case UnOp::kTrunc:
    case UnOp::kSign:
    case UnOp::kIsNan:
    case UnOp::kIsInf:
    case UnOp::kIsFinite:
    case UnOp::kExp:
    case UnOp::kLog:
    case UnOp::kLog2:
    case UnOp::kExp2:
    case UnOp::kTan:
    case UnOp::kAcos:
    case UnOp::kAsin:
    case UnOp::kAtan:
    case UnOp::kTanh:
    case UnOp::kSinh:
    case UnOp::kCosh:
    case UnOp::kInverseSqrt:
    case UnOp::kReciprocal:
      validate_operand(v, type, is(type, DataType::kF32), "F32");
      break;
    case UnOp::kUnpack4Low:
    case UnOp::kUnpack4High:
    case UnOp::kUnpack8Low:
    case UnOp::kUnpack8High:
    case UnOp::kOpaque:
      v.findings.error("R-OPTYPE", "the operator has no operand type that is accepted");
      break;
  }
}

}  // namespace vyre::ir
