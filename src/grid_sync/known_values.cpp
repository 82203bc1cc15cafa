#include "grid_sync/known_values.h"

#include "ir/math/fold.h"

namespace vyre::grid_sync {
namespace {

constexpr KnownValue word(uint32_t bits) { return {DataType::kU32, bits}; }
constexpr KnownValue truth(bool value) { return {DataType::kBool, value ? 1u : 0u}; }

// Takes the result of an operator.
struct Know {
  using Result = std::optional<KnownValue>;

  Result operator()(uint32_t bits) const { return word(bits); }
  Result operator()(int32_t value) const {
    return KnownValue{DataType::kI32, static_cast<uint32_t>(value)};
  }
  Result operator()(bool value) const { return truth(value); }
  static Result nothing() { return std::nullopt; }
  static Result division_by_zero() { return std::nullopt; }
  static Result division_overflow() { return std::nullopt; }
};

// What plans fold. To fold more would cut programs in other ways.
bool is_foldable(BinOp op, DataType type) {
  const ir::ops::BinaryRow& row = ir::ops::row(op);
  if (type == DataType::kBool || ir::ops::gives_truth(op)) return true;
  if (type == DataType::kI32) {
    return row.operands == ir::ops::BinaryOperands::kBits || op == BinOp::kAdd ||
           op == BinOp::kSub || op == BinOp::kMul;
  }
  return row.operands != ir::ops::BinaryOperands::kSaturating && (row.kinds & ir::ops::kOfI32) != 0;
}

}  // namespace

void KnownLocals::set(NodeId declaration, std::optional<KnownValue> value) {
  if (!value) {
    values_.erase(declaration);
  } else {
    values_.insert_or_assign(declaration, *value);
  }
}

std::optional<KnownValue> KnownLocals::value_of(ExprId id) const {
  const Expr& expr = program_.exprs[id];
  switch (expr.kind) {
    case ExprKind::kLitU32:
      return word(expr.value);
    case ExprKind::kLitI32:
      return KnownValue{DataType::kI32, expr.value};
    case ExprKind::kLitBool:
      return truth(expr.value != 0);
    case ExprKind::kVar: {
      const auto found = values_.find(facts_.declaration[id]);
      return found == values_.end() ? std::nullopt : std::optional(found->second);
    }
    case ExprKind::kBufLen:
      return length(expr);
    case ExprKind::kWorkgroupId:
      return expr.op < 3 && launch_.grid[expr.op] == 1 ? std::optional(word(0)) : std::nullopt;
    case ExprKind::kBinOp:
      return binary(expr);
    case ExprKind::kUnOp:
      return unary(expr);
    case ExprKind::kCast:
      return cast(expr);
    case ExprKind::kSelect: {
      const auto condition = value_of(expr.operands[0]);
      const auto yes = value_of(expr.operands[1]);
      const auto no = value_of(expr.operands[2]);
      if (!condition || !yes || !no) return std::nullopt;
      return condition->bits != 0 ? yes : no;
    }
    default:
      return std::nullopt;
  }
}

std::optional<KnownValue> KnownLocals::length(const Expr& expr) const {
  const uint32_t buffer = program_.find_buffer(expr.name);
  if (buffer == kNone) return std::nullopt;
  const bool sized = ir::bit_width(program_.types, program_.buffers[buffer].element).has_value() ||
                     ir::min_bytes(program_.types, program_.buffers[buffer].element) != 0;
  if (!sized || launch_.lengths[buffer] == kUnknownLength) return std::nullopt;
  return word(launch_.lengths[buffer]);
}

std::optional<KnownValue> KnownLocals::binary(const Expr& expr) const {
  const auto left = value_of(expr.operands[0]);
  const auto right = left ? value_of(expr.operands[1]) : std::nullopt;
  if (!right || left->type != right->type) return std::nullopt;
  const BinOp op = expr.bin_op();
  if (!is_foldable(op, left->type)) return std::nullopt;
  const uint32_t a = left->bits, b = right->bits;
  if (left->type == DataType::kBool) return ir::fold(op, a != 0, b != 0, Know());
  if (left->type == DataType::kU32) return ir::fold(op, a, b, Know());
  return ir::fold(op, static_cast<int32_t>(a), static_cast<int32_t>(b), Know());
}

std::optional<KnownValue> KnownLocals::unary(const Expr& expr) const {
  const auto operand = value_of(expr.operands[0]);
  if (!operand) return std::nullopt;
  const UnOp op = expr.un_op();
  const bool is_word = operand->type == DataType::kU32 && op != UnOp::kReverseBits;
  return is_word || op == UnOp::kLogicalNot ? ir::fold(op, operand->bits, Know()) : std::nullopt;
}

std::optional<KnownValue> KnownLocals::cast(const Expr& expr) const {
  const auto operand = value_of(expr.operands[0]);
  if (!operand) return std::nullopt;
  switch (program_.types[expr.value].tag) {
    case DataType::kU32:
      return word(operand->bits);
    case DataType::kI32:
      return KnownValue{DataType::kI32, operand->bits};
    case DataType::kBool:
      return truth(operand->bits != 0);
    default:
      return std::nullopt;
  }
}

}  // namespace vyre::grid_sync
