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
    case ExprKind::kBufferRef:
      return kUnknownType;
    case ExprKind::kBinOp:
    case ExprKind::kUnOp:
      return infer_operator(expr);
    case ExprKind::kSelect:
      return common(expr.operands[1], expr.operands[2], kUnknownType);
    case ExprKind::kFma: {
      const TypeId last = common(expr.operands[1], expr.operands[2], kUnknownType);
      const bool all = last == scalar(DataType::kF32) && of(expr.operands[0]) == last;
      return all ? last : kUnknownType;
    }
    case ExprKind::kSubgroupReduce:
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

TypeId StaticTypes::infer_operator(const Expr& expr) {
  const bool is_binary = expr.kind == ExprKind::kBinOp;
  switch (is_binary ? ops::row(expr.bin_op()).result : ops::row(expr.un_op()).result) {
    case ops::Result::kUnknown:
      return kUnknownType;
    case ops::Result::kU32:
      return scalar(DataType::kU32);
    case ops::Result::kBool:
      return scalar(DataType::kBool);
    case ops::Result::kF32:
      return scalar(DataType::kF32);
    case ops::Result::kOperands:
      if (!is_binary) return of(expr.operands[0]);
      return common(expr.operands[0], expr.operands[1], scalar(DataType::kU32));
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
