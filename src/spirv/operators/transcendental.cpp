#include "ir/math/transcendental.h"

#include <unordered_map>

#include "spirv/operators/float32.h"
#include "spirv/operators/int32.h"

namespace vyre::spirv {
namespace {

// The machine of ir/math/word_math.h that emits. NaN gets its bits where something looks at them,
// and not behind every sum, difference and product.
class Emitter {
 public:
  using Word = Id;
  using Test = Id;

  Emitter(CodeWriter& code, Float32& float32) : code_(code), float32_(float32) {}

  Word c(uint32_t value) { return code_.constant(value); }
  Word fadd(Word a, Word b) { return arithmetic(BinOp::kAdd, a, b); }
  Word fsub(Word a, Word b) { return arithmetic(BinOp::kSub, a, b); }
  Word fmul(Word a, Word b) { return arithmetic(BinOp::kMul, a, b); }
  Word fdiv(Word a, Word b) { return float32_.binary(BinOp::kDiv, a, b).word; }
  Word fsqrt(Word a) { return float32_.unary(UnOp::kSqrt, a).word; }
  Word to_int(Word a) { return float32_.bits.to_i32(bits(a)); }
  Word from_int(Word a) { return float32_.bits.from_i32(a); }

  Word iadd(Word a, Word b) { return code_.word(SpvOpIAdd, bits(a), bits(b)); }
  Word isub(Word a, Word b) { return code_.word(SpvOpISub, bits(a), bits(b)); }
  Word imul(Word a, Word b) { return code_.word(SpvOpIMul, bits(a), bits(b)); }
  Word mulhi(Word a, Word b) {
    return integer_binary(code_, BinOp::kMulHigh, Kind::kU32, bits(a), bits(b)).word;
  }
  Word band(Word a, Word b) { return code_.word(SpvOpBitwiseAnd, bits(a), bits(b)); }
  Word bor(Word a, Word b) { return code_.word(SpvOpBitwiseOr, bits(a), bits(b)); }
  Word bxor(Word a, Word b) { return code_.word(SpvOpBitwiseXor, bits(a), bits(b)); }
  Word bnot(Word a) { return code_.word(SpvOpNot, bits(a)); }
  Word shl(Word a, Word count) { return code_.word(SpvOpShiftLeftLogical, bits(a), count); }
  Word shr(Word a, Word count) { return code_.word(SpvOpShiftRightLogical, bits(a), count); }
  Word sar(Word a, Word count) { return code_.word(SpvOpShiftRightArithmetic, bits(a), count); }
  Word clz(Word a) { return integer_unary(code_, UnOp::kClz, Kind::kU32, bits(a)).word; }

  Test ult(Word a, Word b) { return code_.test(SpvOpULessThan, bits(a), bits(b)); }
  Test ule(Word a, Word b) { return code_.test(SpvOpULessThanEqual, bits(a), bits(b)); }
  Test slt(Word a, Word b) { return code_.test(SpvOpSLessThan, bits(a), bits(b)); }
  Test ieq(Word a, Word b) { return code_.test(SpvOpIEqual, bits(a), bits(b)); }
  Test tand(Test a, Test b) { return code_.test(SpvOpLogicalAnd, a, b); }
  Test tor(Test a, Test b) { return code_.test(SpvOpLogicalOr, a, b); }
  Test tnot(Test a) { return code_.test(SpvOpLogicalNot, a); }
  Word sel(Test test, Word yes, Word no) {
    const bool any = canonical_.contains(yes) || canonical_.contains(no);
    return noted(code_.select(test, yes, no), any);
  }

  // Of a word that may be uncanonical.
  Word bits(Word word) {
    const auto found = canonical_.find(word);
    if (found == canonical_.end()) return word;
    if (found->second == kNoId) found->second = float32_.bits.canonical_nan(word);
    return found->second;
  }

 private:
  Word arithmetic(BinOp op, Word a, Word b) {
    return noted(float32_.flushed_binary(op, a, b), true);
  }
  Word noted(Word word, bool may_be_uncanonical) {
    if (may_be_uncanonical) canonical_.emplace(word, kNoId);
    return word;
  }

  CodeWriter& code_;
  Float32& float32_;
  std::unordered_map<Word, Word> canonical_;  // of those that may not be; kNoId: not made yet
};

}  // namespace

Id transcendental(CodeWriter& code, Float32& float32, UnOp op, Id x) {
  Emitter emitter(code, float32);
  return emitter.bits(ir::transcendental(emitter, op, x));
}

}  // namespace vyre::spirv
