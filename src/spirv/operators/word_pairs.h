#pragma once

#include "spirv/module/code_writer.h"
#include "spirv/module/ir_names.h"

namespace vyre::spirv {

// Arithmetic on 64 bits as two words, exact on every device. Words are never undefined: counts of
// shifts are below 64.
class WordPairs {
 public:
  explicit WordPairs(CodeWriter& code) : code_(code) {}

  Pair constant(uint32_t high, uint32_t low) { return {code_.constant(low), code_.constant(high)}; }
  Pair select(Id condition, const Pair& yes, const Pair& no) {
    return {code_.select(condition, yes.low, no.low), code_.select(condition, yes.high, no.high)};
  }
  Pair bitwise(SpvOp op, const Pair& a, const Pair& b) {
    return {code_.word(op, a.low, b.low), code_.word(op, a.high, b.high)};
  }

  Pair add(const Pair& a, const Pair& b) { return with_carry(SpvOpIAdd, a, b); }
  Pair subtract(const Pair& a, const Pair& b) { return with_carry(SpvOpISub, a, b); }
  Pair multiply(const Pair& a, const Pair& b);
  Pair high_product(const Pair& a, const Pair& b);

  Pair shift_left(const Pair& a, Id count) {
    return shift(SpvOpShiftLeftLogical, SpvOpShiftRightLogical, a.low, a.high, count);
  }
  Pair shift_right(const Pair& a, Id count) {
    const Pair moved = shift(SpvOpShiftRightLogical, SpvOpShiftLeftLogical, a.high, a.low, count);
    return {moved.high, moved.low};
  }

  Id is_zero(const Pair& a) { return inverse(non_zero(a)); }
  Id non_zero(const Pair& a);
  Id equal(const Pair& a, const Pair& b) { return is_zero(bitwise(SpvOpBitwiseXor, a, b)); }
  Id not_equal(const Pair& a, const Pair& b) { return inverse(equal(a, b)); }
  Id less(const Pair& a, const Pair& b);  // unsigned
  Id not_more(const Pair& a, const Pair& b) { return inverse(less(b, a)); }

  Id leading_zeros(const Pair& a) { return zeros(UnOp::kClz, a.high, a.low); }  // 64 for 0
  Id trailing_zeros(const Pair& a) { return zeros(UnOp::kCtz, a.low, a.high); }

 private:
  Id inverse(Id truth) { return code_.test(SpvOpLogicalNot, truth); }
  Pair with_carry(SpvOp op, const Pair& a, const Pair& b);
  Id zeros(UnOp op, Id near, Id far);
  Pair shift(SpvOp out, SpvOp in, Id near, Id far, Id count);

  CodeWriter& code_;
};

}  // namespace vyre::spirv
