#include "ir/validate/static_types.h"

#include "ir/program/constant_value.h"

namespace vyre::ir {

TypeId opaque_type(const Program& program, const Expr& expr) {
  const std::string_view kind = program.names[expr.name];
  if (kind == kConstantKind) {
    const auto value = read_constant_value(program.bytes(expr.args));
    return value.ok() ? type_of(value.value().kind) : kUnknownType;
  }
  if (kind == "vyre.literal.u64") return scalar(DataType::kU64);
  if (kind == "vyre.literal.i64") return scalar(DataType::kI64);
  if (kind == "vyre.literal.f64") return scalar(DataType::kF64);
  return kUnknownType;
}

TypeId StaticTypes::infer(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kLitU32:
    case ExprKind::kBufLen:
    case ExprKind::kInvocationId:
    case ExprKind::kWorkgroupId:
    case ExprKind::kLocalId:
    case ExprKind::kAtomic:
    case ExprKind::kSubgroupBallot:
    case ExprKind::kSubgroupLocalId:
    case ExprKind::kSubgroupSize:
      return scalar(DataType::kU32);
    case ExprKind::kLitI32:
      return scalar(DataType::kI32);
    case ExprKind::kLitF32:
      return scalar(DataType::kF32);
    case ExprKind::kLitBool:
      return scalar(DataType::kBool);
    case ExprKind::kVar: {
      const Local* local = scopes_.find(expr.name);
      return local != nullptr ? local->type : kUnknownType;
    }
    case ExprKind::kLoad:
      return element_of(expr.name);
    case ExprKind::kCast:
      return expr.value;
    case ExprKind::kCall:
      return result_of_call(expr.name);
    case ExprKind::kOpaque:
      return opaque_type(program_, expr);
    case ExprKind::kBinOp:
      return infer_binary(expr);
    case ExprKind::kUnOp:
      return infer_unary(expr);
    case ExprKind::kSelect:
      return common(expr.operands[1], expr.operands[2], kUnknownType);
    case ExprKind::kFma: {
      const TypeId last = common(expr.operands[1], expr.operands[2], kUnknownType);
      const bool all = last == scalar(DataType::kF32) && of(expr.operands[0]) == last;
      return all ? last : kUnknownType;
    }
    case ExprKind::kSubgroupAdd:
    case ExprKind::kSubgroupShuffle:
      return of(expr.operands[0]);
  }
  return kUnknownType;
}

// Of the op's first output. Handles stay unknown: a local that holds one counts as U32.
TypeId StaticTypes::result_of_call(NameId op_id) const {
  const OpSignature* signature = ops_ == nullptr ? nullptr : ops_->signature(program_.names[op_id]);
  if (signature == nullptr || signature->outputs.empty()) return kUnknownType;
  const auto type = find_spelled_type(signature->outputs.front());
  return type && *type != DataType::kHandle ? scalar(*type) : kUnknownType;
}

TypeId StaticTypes::infer_binary(const Expr& expr) {
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
      return common(expr.operands[0], expr.operands[1], scalar(DataType::kU32));
    case BinOp::kAnd:
    case BinOp::kOr:
    case BinOp::kEq:
    case BinOp::kNe:
    case BinOp::kLt:
    case BinOp::kGt:
    case BinOp::kLe:
    case BinOp::kGe:
      return scalar(DataType::kBool);
    case BinOp::kMod:
    case BinOp::kBitAnd:
    case BinOp::kBitOr:
    case BinOp::kBitXor:
    case BinOp::kShl:
    case BinOp::kShr:
    case BinOp::kAbsDiff:
    case BinOp::kShuffle:
    case BinOp::kBallot:
    case BinOp::kWaveReduce:
    case BinOp::kWaveBroadcast:
    case BinOp::kRotateLeft:
    case BinOp::kRotateRight:
    case BinOp::kWrappingAdd:
    case BinOp::kWrappingSub:
    case BinOp::kMulHigh:
    case BinOp::kOpaque:
      return scalar(DataType::kU32);
  }
  return scalar(DataType::kU32);
}

TypeId StaticTypes::infer_unary(const Expr& expr) {
  switch (expr.un_op()) {
    case UnOp::kNegate:
    case UnOp::kBitNot:
    case UnOp::kPopcount:
    case UnOp::kClz:
    case UnOp::kCtz:
    case UnOp::kReverseBits:
      return of(expr.operands[0]);
    case UnOp::kLogicalNot:
    case UnOp::kIsNan:
    case UnOp::kIsInf:
    case UnOp::kIsFinite:
      return scalar(DataType::kBool);
    case UnOp::kCos:
    case UnOp::kSin:
    case UnOp::kAbs:
    case UnOp::kSqrt:
    case UnOp::kFloor:
    case UnOp::kCeil:
    case UnOp::kRound:
    case UnOp::kTrunc:
    case UnOp::kSign:
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
      return scalar(DataType::kF32);
    case UnOp::kUnpack4Low:
    case UnOp::kUnpack4High:
    case UnOp::kUnpack8Low:
    case UnOp::kUnpack8High:
    case UnOp::kOpaque:
      return kUnknownType;
  }
  return kUnknownType;
}

TypeId StaticTypes::common(ExprId left, ExprId right, TypeId otherwise) {
  const TypeId type = of(left);
  return type != kUnknownType && type == of(right) ? type : otherwise;
}

TypeId StaticTypes::element_of(NameId buffer) const {
  const uint32_t index = program_.find_buffer(buffer);
  return index != kNone ? program_.buffers[index].element : kUnknownType;
}

}  // namespace vyre::ir
