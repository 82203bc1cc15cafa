#include "ir/math/transcendental.h"

#include <bit>
#include <cmath>

#include "ir/math/canonical_f32.h"
#include "reference/values/operators.h"

namespace vyre::reference {
namespace {

// The machine of ir/math/word_math.h that computes.
struct Numbers {
  using Word = uint32_t;
  using Test = bool;

  static float number(Word bits) { return std::bit_cast<float>(bits); }
  static Word bits(float number) { return std::bit_cast<uint32_t>(ir::canonical_f32(number)); }

  Word c(uint32_t value) { return value; }
  Word fadd(Word a, Word b) { return bits(number(a) + number(b)); }
  Word fsub(Word a, Word b) { return bits(number(a) - number(b)); }
  Word fmul(Word a, Word b) { return bits(number(a) * number(b)); }
  Word fdiv(Word a, Word b) { return bits(number(a) / number(b)); }
  Word fsqrt(Word a) { return bits(std::sqrt(number(a))); }
  // Results that are not used may be out of range.
  Word to_int(Word a) {
    const float value = number(a);
    return std::fabs(value) < 0x1p31f ? static_cast<Word>(static_cast<int32_t>(value)) : 0;
  }
  Word from_int(Word a) { return bits(static_cast<float>(static_cast<int32_t>(a))); }

  Word iadd(Word a, Word b) { return a + b; }
  Word isub(Word a, Word b) { return a - b; }
  Word imul(Word a, Word b) { return a * b; }
  Word mulhi(Word a, Word b) { return static_cast<Word>(uint64_t{a} * b >> 32); }
  Word band(Word a, Word b) { return a & b; }
  Word bor(Word a, Word b) { return a | b; }
  Word bxor(Word a, Word b) { return a ^ b; }
  Word bnot(Word a) { return ~a; }
  Word shl(Word a, Word count) { return a << count; }
  Word shr(Word a, Word count) { return a >> count; }
  Word sar(Word a, Word count) { return static_cast<Word>(static_cast<int32_t>(a) >> count); }
  Word clz(Word a) { return static_cast<Word>(std::countl_zero(a)); }

  Test ult(Word a, Word b) { return a < b; }
  Test ule(Word a, Word b) { return a <= b; }
  Test slt(Word a, Word b) { return static_cast<int32_t>(a) < static_cast<int32_t>(b); }
  Test ieq(Word a, Word b) { return a == b; }
  Test tand(Test a, Test b) { return a && b; }
  Test tor(Test a, Test b) { return a || b; }
  Test tnot(Test a) { return !a; }
  Word sel(Test test, Word yes, Word no) { return test ? yes : no; }
  Word given(Word x, int, int) { return x; }
};

}  // namespace

float transcendental(ir::UnOp op, float v) {
  Numbers numbers;
  return Numbers::number(ir::transcendental(numbers, op, Numbers::bits(v)));
}

}  // namespace vyre::reference
