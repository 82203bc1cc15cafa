#include "ir/math/transcendental.h"

#include <unordered_map>

#include "ir/math/f32_size.h"
#include "spirv/operators/float32.h"
#include "spirv/operators/int32.h"

namespace vyre::spirv {
namespace {

using ir::F32Size;

// The machine of ir/math/word_math.h that emits. A sum, difference, product or quotient is flushed
// only where it can be subnormal, and NaN gets its bits where something looks at them.
class Emitter {
 public:
  struct Word {
    Id id = kNoId;
    F32Size size = {};  // as an f32
    bool is_canonical = true;
  };
  using Test = Id;

  Emitter(CodeWriter& code, Float32& float32) : code_(code), float32_(float32) {}

  Word c(uint32_t value) { return {code_.constant(value), ir::f32_size_of(value)}; }
  Word fadd(const Word& a, const Word& b) { return arithmetic(BinOp::kAdd, a, b); }
  Word fsub(const Word& a, const Word& b) { return arithmetic(BinOp::kSub, a, b); }
  Word fmul(const Word& a, const Word& b) { return arithmetic(BinOp::kMul, a, b); }
  Word fdiv(const Word& a, const Word& b) { return arithmetic(BinOp::kDiv, a, b); }
  Word fsqrt(const Word& a) { return {float32_.unary(UnOp::kSqrt, bits(a)).word}; }
  Word to_int(const Word& a) { return {code_.word(SpvOpConvertFToS, float32_.bits.as_f32(a.id))}; }
  Word from_int(const Word& a) { return {float32_.bits.from_i32(bits(a)), {0, 31, 0}}; }

  Word iadd(const Word& a, const Word& b) { return word(SpvOpIAdd, a, b); }
  Word isub(const Word& a, const Word& b) { return word(SpvOpISub, a, b); }
  Word imul(const Word& a, const Word& b) { return word(SpvOpIMul, a, b); }
  Word mulhi(const Word& a, const Word& b) {
    return {integer_binary(code_, BinOp::kMulHigh, Kind::kU32, bits(a), bits(b)).word};
  }
  Word band(const Word& a, const Word& b) {
    return {code_.word(SpvOpBitwiseAnd, bits(a), bits(b)), ir::f32_masked(a.size, value_of(b))};
  }
  Word bor(const Word& a, const Word& b) {
    return {code_.word(SpvOpBitwiseOr, bits(a), bits(b)), ir::f32_signed(a.size, b.size)};
  }
  Word bxor(const Word& a, const Word& b) { return word(SpvOpBitwiseXor, a, b); }
  Word bnot(const Word& a) { return {code_.word(SpvOpNot, bits(a))}; }
  Word shl(const Word& a, const Word& count) { return word(SpvOpShiftLeftLogical, a, count); }
  Word shr(const Word& a, const Word& count) { return word(SpvOpShiftRightLogical, a, count); }
  Word sar(const Word& a, const Word& count) { return word(SpvOpShiftRightArithmetic, a, count); }
  Word clz(const Word& a) { return {integer_unary(code_, UnOp::kClz, Kind::kU32, bits(a)).word}; }

  Test ult(const Word& a, const Word& b) { return code_.test(SpvOpULessThan, bits(a), bits(b)); }
  Test ule(const Word& a, const Word& b) {
    return code_.test(SpvOpULessThanEqual, bits(a), bits(b));
  }
  Test slt(const Word& a, const Word& b) { return code_.test(SpvOpSLessThan, bits(a), bits(b)); }
  Test ieq(const Word& a, const Word& b) { return code_.test(SpvOpIEqual, bits(a), bits(b)); }
  Test tand(Test a, Test b) { return code_.test(SpvOpLogicalAnd, a, b); }
  Test tor(Test a, Test b) { return code_.test(SpvOpLogicalOr, a, b); }
  Test tnot(Test a) { return code_.test(SpvOpLogicalNot, a); }
  Word sel(Test test, const Word& yes, const Word& no) {
    return {code_.select(test, yes.id, no.id), ir::f32_either(yes.size, no.size),
            yes.is_canonical && no.is_canonical};
  }
  Word given(Word x, int least, int most) {
    x.size = ir::f32_given(x.size, least, most);
    return x;
  }

  // The one NaN for every NaN.
  Id bits(const Word& word) {
    if (word.is_canonical) return word.id;
    const auto [found, is_new] = canonical_.try_emplace(word.id, kNoId);
    if (is_new) found->second = float32_.bits.canonical_nan(word.id);
    return found->second;
  }

 private:
  Word arithmetic(BinOp op, const Word& a, const Word& b) {
    const F32Size size = ir::f32_size_of(op, a.size, b.size);
    const Id id = float32_.raw_binary(op, a.id, b.id, size.is_normal());
    return {id, ir::f32_flushed(size), false};
  }
  Word word(SpvOp op, const Word& a, const Word& b) { return {code_.word(op, bits(a), bits(b))}; }
  uint32_t value_of(const Word& word) { return code_.module().value_of(word.id).value_or(0); }

  CodeWriter& code_;
  Float32& float32_;
  std::unordered_map<Id, Id> canonical_;
};

}  // namespace

Id transcendental(CodeWriter& code, Float32& float32, UnOp op, Id x) {
  Emitter emitter(code, float32);
  return emitter.bits(ir::transcendental(emitter, op, Emitter::Word{x}));
}

}  // namespace vyre::spirv
