#include "ir/math/transcendental.h"

#include "spirv/operators/float32.h"
#include "spirv/operators/int32.h"

namespace vyre::spirv {
namespace {

// The machine of ir/math/word_math.h that emits.
class Emitter {
 public:
  using Word = Id;
  using Test = Id;

  Emitter(CodeWriter& code, Float32& float32) : code_(code), float32_(float32) {}

  Word c(uint32_t value) { return code_.constant(value); }
  Word fadd(Word a, Word b) { return float32_.binary(BinOp::kAdd, a, b).word; }
  Word fsub(Word a, Word b) { return float32_.binary(BinOp::kSub, a, b).word; }
  Word fmul(Word a, Word b) { return float32_.binary(BinOp::kMul, a, b).word; }
  Word fdiv(Word a, Word b) { return float32_.binary(BinOp::kDiv, a, b).word; }
  Word fsqrt(Word a) { return float32_.unary(UnOp::kSqrt, a).word; }
  Word to_int(Word a) { return float32_.bits.to_i32(a); }
  Word from_int(Word a) { return float32_.bits.from_i32(a); }

  Word iadd(Word a, Word b) { return code_.word(SpvOpIAdd, a, b); }
  Word isub(Word a, Word b) { return code_.word(SpvOpISub, a, b); }
  Word imul(Word a, Word b) { return code_.word(SpvOpIMul, a, b); }
  Word mulhi(Word a, Word b) {
    return integer_binary(code_, BinOp::kMulHigh, Kind::kU32, a, b).word;
  }
  Word band(Word a, Word b) { return code_.word(SpvOpBitwiseAnd, a, b); }
  Word bor(Word a, Word b) { return code_.word(SpvOpBitwiseOr, a, b); }
  Word bxor(Word a, Word b) { return code_.word(SpvOpBitwiseXor, a, b); }
  Word bnot(Word a) { return code_.word(SpvOpNot, a); }
  Word shl(Word a, Word count) { return code_.word(SpvOpShiftLeftLogical, a, count); }
  Word shr(Word a, Word count) { return code_.word(SpvOpShiftRightLogical, a, count); }
  Word sar(Word a, Word count) { return code_.word(SpvOpShiftRightArithmetic, a, count); }
  Word clz(Word a) { return integer_unary(code_, UnOp::kClz, Kind::kU32, a).word; }

  Test ult(Word a, Word b) { return code_.test(SpvOpULessThan, a, b); }
  Test ule(Word a, Word b) { return code_.test(SpvOpULessThanEqual, a, b); }
  Test slt(Word a, Word b) { return code_.test(SpvOpSLessThan, a, b); }
  Test ieq(Word a, Word b) { return code_.test(SpvOpIEqual, a, b); }
  Test tand(Test a, Test b) { return code_.test(SpvOpLogicalAnd, a, b); }
  Test tor(Test a, Test b) { return code_.test(SpvOpLogicalOr, a, b); }
  Test tnot(Test a) { return code_.test(SpvOpLogicalNot, a); }
  Word sel(Test test, Word yes, Word no) { return code_.select(test, yes, no); }

 private:
  CodeWriter& code_;
  Float32& float32_;
};

}  // namespace

Id transcendental(CodeWriter& code, Float32& float32, UnOp op, Id x) {
  Emitter emitter(code, float32);
  return ir::transcendental(emitter, op, x);
}

}  // namespace vyre::spirv
