#include "spirv/operators/word_pairs.h"

#include "spirv/operators/int32.h"

namespace vyre::spirv {

// |op| adds or subtracts; what it carries or borrows goes into the high words.
Pair WordPairs::with_carry(SpvOp op, const Pair& a, const Pair& b) {
  const Id low = code_.word(op, a.low, b.low);
  const bool adds = op == SpvOpIAdd;
  const Id carries = code_.test(SpvOpULessThan, adds ? low : a.low, adds ? a.low : b.low);
  const Id high = code_.word(op, a.high, b.high);
  const Id one = code_.select(carries, code_.constant(1), code_.constant(0));
  return {low, code_.word(op, high, one)};
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

// |near|: the word in which the count begins.
Id WordPairs::zeros(UnOp op, Id near, Id far) {
  const Id in_near = integer_unary(code_, op, Kind::kU32, near).word;
  const Id in_far = integer_unary(code_, op, Kind::kU32, far).word;
  const Id with_far = code_.word(SpvOpIAdd, in_far, code_.constant(32));
  return code_.select(code_.test(SpvOpIEqual, near, code_.constant(0)), with_far, in_near);
}

}  // namespace vyre::spirv
