#include "ir/build/nature.h"

#include "ir/program/constant_value.h"
#include "ir/program/limits.h"

namespace vyre::ir {
namespace {

using Nature = Draft::Nature;

constexpr bool is_unsigned_or_float(const Expr& expr) {
  return expr.kind == ExprKind::kLitU32 || expr.kind == ExprKind::kLitF32;
}

// Operands have one type, and only quotients of I32 can fail: by 0, and of the least one by -1.
bool quotient_may_fail(const Expr& left, const Expr& right) {
  if (is_unsigned_or_float(left) || is_unsigned_or_float(right)) return false;
  return right.kind != ExprKind::kLitI32 || right.value == 0 || right.value == UINT32_MAX;
}

// Not every number fits into an integer.
bool cast_may_fail(DataType target) {
  return target != DataType::kF32 && target != DataType::kBool;
}

Nature nature_of_opaque(const Expr& expr, const Program& program) {
  const bool is_literal =
      is_literal_kind(program.names[expr.name]) && expr.args.count == kLiteralBytes;
  return is_literal || is_constant_value(program, expr) ? Nature::kFree : Nature::kEffect;
}

}  // namespace

Nature nature_of(const Expr& expr, const Draft& draft, const Program& program) {
  const auto operand = [&](size_t i) -> const Expr& { return draft.values[expr.operands[i]].expr; };
  switch (expr.kind) {
    case ExprKind::kLitU32:
    case ExprKind::kLitI32:
    case ExprKind::kLitBool:
    case ExprKind::kLitF32:
    case ExprKind::kVar:
    case ExprKind::kBufLen:
    case ExprKind::kBufferRef:
    case ExprKind::kInvocationId:
    case ExprKind::kWorkgroupId:
    case ExprKind::kLocalId:
    case ExprKind::kSubgroupLocalId:
    case ExprKind::kSubgroupSize:
      return Nature::kFree;
    case ExprKind::kBinOp:
      if (!ops::has(expr.bin_op(), ops::kDivides)) return Nature::kPure;
      return quotient_may_fail(operand(0), operand(1)) ? Nature::kMayFail : Nature::kPure;
    case ExprKind::kCast:
      return cast_may_fail(program.types[expr.value].tag) ? Nature::kMayFail : Nature::kPure;
    case ExprKind::kUnOp:
    case ExprKind::kSelect:
    case ExprKind::kFma:
      return Nature::kPure;
    case ExprKind::kLoad:
      return Nature::kLoad;
    case ExprKind::kSubgroupReduce:
    case ExprKind::kSubgroupShuffle:
    case ExprKind::kSubgroupBallot:
      return Nature::kExchange;
    case ExprKind::kCall:
    case ExprKind::kAtomic:
      return Nature::kEffect;
    case ExprKind::kOpaque:
      return nature_of_opaque(expr, program);
  }
  return Nature::kEffect;
}

}  // namespace vyre::ir
