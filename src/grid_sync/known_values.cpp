#include "grid_sync/known_values.h"

#include <bit>

namespace vyre::grid_sync {
namespace {

using ir::BinOp;
using ir::DataType;
using ir::Expr;
using ir::ExprKind;
using ir::UnOp;

constexpr KnownValue word(uint32_t bits) { return {DataType::kU32, bits}; }
constexpr KnownValue truth(bool value) { return {DataType::kBool, value ? 1u : 0u}; }

std::optional<KnownValue> compare(BinOp op, uint64_t a, uint64_t b) {
  switch (op) {
    case BinOp::kEq:
      return truth(a == b);
    case BinOp::kNe:
      return truth(a != b);
    case BinOp::kLt:
      return truth(a < b);
    case BinOp::kGt:
      return truth(a > b);
    case BinOp::kLe:
      return truth(a <= b);
    case BinOp::kGe:
      return truth(a >= b);
    case BinOp::kAnd:
      return truth(a != 0 && b != 0);
    case BinOp::kOr:
      return truth(a != 0 || b != 0);
    default:
      return std::nullopt;
  }
}

// u32, as the oracle computes it.
std::optional<KnownValue> arithmetic(BinOp op, uint32_t a, uint32_t b) {
  switch (op) {
    case BinOp::kAdd:
    case BinOp::kWrappingAdd:
      return word(a + b);
    case BinOp::kSub:
    case BinOp::kWrappingSub:
      return word(a - b);
    case BinOp::kMul:
      return word(a * b);
    case BinOp::kDiv:
      return word(b == 0 ? UINT32_MAX : a / b);
    case BinOp::kMod:
      return word(b == 0 ? 0 : a % b);
    case BinOp::kBitAnd:
      return word(a & b);
    case BinOp::kBitOr:
      return word(a | b);
    case BinOp::kBitXor:
      return word(a ^ b);
    case BinOp::kShl:
      return word(a << (b & 31));
    case BinOp::kShr:
      return word(a >> (b & 31));
    case BinOp::kMin:
      return word(a < b ? a : b);
    case BinOp::kMax:
      return word(a < b ? b : a);
    case BinOp::kAbsDiff:
      return word(a < b ? b - a : a - b);
    default:
      return std::nullopt;
  }
}

// Of i32 what is the same on words, and order.
std::optional<KnownValue> signed_binary(BinOp op, uint32_t a, uint32_t b) {
  constexpr uint32_t kSign = 0x80000000u;
  if (const auto order = compare(op, a ^ kSign, b ^ kSign)) return order;
  const bool same_on_words = op == BinOp::kAdd || op == BinOp::kSub || op == BinOp::kMul ||
                             op == BinOp::kBitAnd || op == BinOp::kBitOr || op == BinOp::kBitXor;
  if (!same_on_words) return std::nullopt;
  return KnownValue{DataType::kI32, arithmetic(op, a, b)->bits};
}

}  // namespace

void KnownLocals::set(ir::NodeId declaration, std::optional<KnownValue> value) {
  if (!value) {
    values_.erase(declaration);
  } else {
    values_.insert_or_assign(declaration, *value);
  }
}

std::optional<KnownValue> KnownLocals::value_of(ir::ExprId id) const {
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
  if (buffer == ir::kNone) return std::nullopt;
  const bool sized = ir::bit_width(program_.types, program_.buffers[buffer].element).has_value() ||
                     ir::min_bytes(program_.types, program_.buffers[buffer].element) != 0;
  return sized ? std::optional(word(launch_.lengths[buffer])) : std::nullopt;
}

std::optional<KnownValue> KnownLocals::binary(const Expr& expr) const {
  const auto left = value_of(expr.operands[0]);
  const auto right = left ? value_of(expr.operands[1]) : std::nullopt;
  if (!right || left->type != right->type) return std::nullopt;
  const BinOp op = expr.bin_op();
  if (left->type == DataType::kI32) {
    const bool is_logical = op == BinOp::kAnd || op == BinOp::kOr;
    return is_logical ? compare(op, left->bits, right->bits)
                      : signed_binary(op, left->bits, right->bits);
  }
  const bool is_order =
      op == BinOp::kLt || op == BinOp::kGt || op == BinOp::kLe || op == BinOp::kGe;
  if (left->type == DataType::kBool) {
    return is_order ? std::nullopt : compare(op, left->bits, right->bits);
  }
  if (const auto result = compare(op, left->bits, right->bits)) return result;
  return arithmetic(op, left->bits, right->bits);
}

std::optional<KnownValue> KnownLocals::unary(const Expr& expr) const {
  const auto operand = value_of(expr.operands[0]);
  if (!operand) return std::nullopt;
  if (expr.un_op() == UnOp::kLogicalNot) return truth(operand->bits == 0);
  if (operand->type != DataType::kU32) return std::nullopt;
  switch (expr.un_op()) {
    case UnOp::kBitNot:
      return word(~operand->bits);
    case UnOp::kNegate:
      return word(0u - operand->bits);
    case UnOp::kPopcount:
      return word(static_cast<uint32_t>(std::popcount(operand->bits)));
    case UnOp::kClz:
      return word(static_cast<uint32_t>(std::countl_zero(operand->bits)));
    case UnOp::kCtz:
      return word(static_cast<uint32_t>(std::countr_zero(operand->bits)));
    default:
      return std::nullopt;
  }
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
