#pragma once

#include "spirv/module/code_writer.h"
#include "spirv/module/value_kinds.h"

namespace vyre::spirv {

// Operators on u32 and i32 words; |kind| is the kind of the operands and has a result for |op|
// (result_kind). Nothing here is ever undefined: divisors are replaced where the quotient is fixed
// by rule, shift counts use their low five bits.
Value integer_binary(CodeWriter& code, BinOp op, Kind kind, Id a, Id b);
// Where an i32 division or remainder of these words has no result. kNoId: nowhere, as far as is
// known before the kernel runs.
struct NoQuotient {
  Id by_zero = kNoId;
  Id overflows = kNoId;
  Id any = kNoId;  // of the two
};
NoQuotient no_quotient(CodeWriter& code, Id a, Id b);
// x / 0, x % 0 and MIN % -1 are 0 and MIN / -1 is MIN.
Id signed_quotient(CodeWriter& code, BinOp op, Id a, Id b, const NoQuotient& none);
Value integer_unary(CodeWriter& code, UnOp op, Kind kind, Id a);

// The truth value of a comparison or logical operator of numbers with such |operators|; kNoId for
// every other operator.
template <typename Operators, typename Number>
Id truth_of(CodeWriter& code, Operators& operators, BinOp op, const Number& a, const Number& b) {
  if (op == BinOp::kEq) return operators.equal(a, b);
  if (op == BinOp::kNe) return operators.not_equal(a, b);
  if (op == BinOp::kLt) return operators.less(a, b);
  if (op == BinOp::kGt) return operators.less(b, a);
  if (op == BinOp::kLe) return operators.not_more(a, b);
  if (op == BinOp::kGe) return operators.not_more(b, a);
  if (op != BinOp::kAnd && op != BinOp::kOr) return kNoId;
  const Id left = operators.non_zero(a);
  const SpvOp joins = op == BinOp::kAnd ? SpvOpLogicalAnd : SpvOpLogicalOr;
  return code.test(joins, left, operators.non_zero(b));
}

}  // namespace vyre::spirv
