#include <bit>
#include <concepts>

#include "reference/values/operators.h"

namespace vyre::reference {
namespace {

using ir::UnOp;

Value make_like(const Value& operand, uint64_t bits) { return {bits, 0, operand.kind, 0}; }

template <std::unsigned_integral T>
T reverse_bits(T v) {
  T reversed = 0;
  for (size_t i = 0; i < sizeof(T) * 8; ++i) {
    reversed = static_cast<T>(reversed << 1 | (v >> i & 1));
  }
  return reversed;
}

// The same bits come out for signed and unsigned operands.
template <std::unsigned_integral T>
Fault unary_integer(UnOp op, const Value& operand, Value* out) {
  const T v = static_cast<T>(operand.lo);
  T result = 0;
  if (op == UnOp::kLogicalNot) {
    *out = make_bool(v == 0);
    return Fault::kNone;
  }
  if (op == UnOp::kNegate) {
    result = static_cast<T>(0 - v);
  } else if (op == UnOp::kBitNot) {
    result = static_cast<T>(~v);
  } else if (op == UnOp::kPopcount) {
    result = static_cast<T>(std::popcount(v));
  } else if (op == UnOp::kClz) {
    result = static_cast<T>(std::countl_zero(v));
  } else if (op == UnOp::kCtz) {
    result = static_cast<T>(std::countr_zero(v));
  } else if (op == UnOp::kReverseBits) {
    result = reverse_bits(v);
  } else {
    return Fault::kNoMeaning;
  }
  *out = make_like(operand, result);
  return Fault::kNone;
}

}  // namespace

Fault unary(UnOp op, const Value& operand, Value* out) {
  switch (operand.kind) {
    case Kind::kU32:
    case Kind::kI32:
      return unary_integer<uint32_t>(op, operand, out);
    case Kind::kU64:
      return unary_integer<uint64_t>(op, operand, out);
    case Kind::kFloat:
      return unary_f32(op, ir::canonical_f32(to_f32(operand)), out);
    case Kind::kBool:
      if (op != UnOp::kLogicalNot) return Fault::kNoMeaning;
      *out = make_bool(operand.lo == 0);
      return Fault::kNone;
    case Kind::kUnbound:
    case Kind::kRaw:
      return Fault::kNoMeaning;
  }
  return Fault::kNoMeaning;
}

}  // namespace vyre::reference
