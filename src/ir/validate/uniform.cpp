#include "ir/program/visit.h"
#include "ir/validate/rules.h"

namespace vyre::ir {
namespace {

bool operands_uniform(Validation& v, const Expr& expr) {
  bool uniform = true;
  for_each_operand(v.program, expr,
                   [&](ExprId operand) { uniform = uniform && is_uniform(v, operand); });
  return uniform;
}

}  // namespace

bool is_uniform(Validation& v, ExprId id) {
  const Expr& expr = v.program.exprs[id];
  switch (expr.kind) {
    case ExprKind::kLitU32:
    case ExprKind::kLitI32:
    case ExprKind::kLitBool:
    case ExprKind::kLitF32:
    case ExprKind::kBufLen:
    case ExprKind::kWorkgroupId:
      return true;
    case ExprKind::kVar: {
      const Local* local = v.scopes.find(expr.name);
      return local != nullptr && local->uniform;
    }
    case ExprKind::kBinOp:
    case ExprKind::kUnOp:
    case ExprKind::kSelect:
    case ExprKind::kCast:
    case ExprKind::kFma:
      return operands_uniform(v, expr);
    case ExprKind::kLoad:
    case ExprKind::kInvocationId:
    case ExprKind::kLocalId:
    case ExprKind::kCall:
    case ExprKind::kAtomic:
    case ExprKind::kSubgroupAdd:
    case ExprKind::kSubgroupShuffle:
    case ExprKind::kSubgroupBallot:
    case ExprKind::kSubgroupLocalId:
    case ExprKind::kSubgroupSize:
      return false;
    case ExprKind::kOpaque:
      return is_constant_value(v.program, expr);
  }
  return false;
}

}  // namespace vyre::ir
