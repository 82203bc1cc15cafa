#include "spirv/operators/word_pairs.h"

#include "spirv/operators/int32.h"

namespace vyre::spirv {

Pair WordPairs::add(const Pair& a, const Pair& b) {
  const Id low = code_.word(SpvOpIAdd, a.low, b.low);
  const Id carry = code_.test(SpvOpULessThan, low, a.low);
  const Id high = code_.word(SpvOpIAdd, a.high, b.high);
  const Id one = code_.select(carry, code_.constant(1), code_.constant(0));
  return {low, code_.word(SpvOpIAdd, high, one)};
}

Pair WordPairs::subtract(const Pair& a, const Pair& b) {
  const Id low = code_.word(SpvOpISub, a.low, b.low);
  const Id borrow = code_.test(SpvOpULessThan, a.low, b.low);
  const Id high = code_.word(SpvOpISub, a.high, b.high);
  const Id one = code_.select(borrow, code_.constant(1), code_.constant(0));
  return {low, code_.word(SpvOpISub, high, one)};
}

Pair WordPairs::multiply(const Pair& a, const Pair& b) {
  const Pair lows = code_.wide_product(SpvOpUMulExtended, a.low, b.low);
  const Id crossed = code_.word(SpvOpIAdd, code_.word(SpvOpIMul, a.low, b.high),
                                code_.word(SpvOpIMul, a.high, b.low));
  return {lows.low, code_.word(SpvOpIAdd, lows.high, crossed)};
}

// The sums below never carry out of 64 bits.
Pair WordPairs::high_product(const Pair& a, const Pair& b) {
  const Id zero = code_.constant(0);
  const Pair lows = code_.wide_product(SpvOpUMulExtended, a.low, b.low);
  const Pair first = add(code_.wide_product(SpvOpUMulExtended, a.high, b.low), {lows.high, zero});
  const Pair second = add(code_.wide_product(SpvOpUMulExtended, a.low, b.high), {first.low, zero});
  const Pair highs = add(code_.wide_product(SpvOpUMulExtended, a.high, b.high), {first.high, zero});
  return add(highs, {second.high, zero});
}

// The words of a shift, the one that the bits leave first: |out| moves away from |near|, |in|
// brings what leaves it to |far|.
Pair WordPairs::shift(SpvOp out, SpvOp in, Id near, Id far, Id count) {
  const Id zero = code_.constant(0);
  const Id within = code_.word(SpvOpBitwiseAnd, count, code_.constant(31));
  const Id rest = code_.word(SpvOpBitwiseXor, within, code_.constant(31));
  const Id moved = code_.word(out, near, within);
  const Id once = code_.word(in, near, code_.constant(1));
  const Id crossing = code_.word(in, once, rest);
  const Id whole = code_.word(SpvOpBitwiseOr, code_.word(out, far, within), crossing);
  const Id by_words = code_.test(SpvOpUGreaterThanEqual, count, code_.constant(32));
  return {code_.select(by_words, zero, moved), code_.select(by_words, moved, whole)};
}

Pair WordPairs::shift_right(const Pair& a, Id count) {
  const Pair moved = shift(SpvOpShiftRightLogical, SpvOpShiftLeftLogical, a.high, a.low, count);
  return {moved.high, moved.low};
}

Id WordPairs::non_zero(const Pair& a) {
  const Id any = code_.word(SpvOpBitwiseOr, a.low, a.high);
  return code_.test(SpvOpINotEqual, any, code_.constant(0));
}

Id WordPairs::less(const Pair& a, const Pair& b) {
  const Id high = code_.test(SpvOpULessThan, a.high, b.high);
  const Id same = code_.test(SpvOpIEqual, a.high, b.high);
  const Id low = code_.test(SpvOpULessThan, a.low, b.low);
  return code_.test(SpvOpLogicalOr, high, code_.test(SpvOpLogicalAnd, same, low));
}

Id WordPairs::leading_zeros(const Pair& a) {
  const Id high = integer_unary(code_, UnOp::kClz, Kind::kU32, a.high).word;
  const Id low = integer_unary(code_, UnOp::kClz, Kind::kU32, a.low).word;
  const Id below = code_.word(SpvOpIAdd, low, code_.constant(32));
  return code_.select(code_.test(SpvOpIEqual, a.high, code_.constant(0)), below, high);
}

Id WordPairs::trailing_zeros(const Pair& a) {
  const Id low = integer_unary(code_, UnOp::kCtz, Kind::kU32, a.low).word;
  const Id high = integer_unary(code_, UnOp::kCtz, Kind::kU32, a.high).word;
  const Id above = code_.word(SpvOpIAdd, high, code_.constant(32));
  return code_.select(code_.test(SpvOpIEqual, a.low, code_.constant(0)), above, low);
}

}  // namespace vyre::spirv
