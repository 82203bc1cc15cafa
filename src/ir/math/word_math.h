#pragma once

#include <bit>
#include <cstdint>

namespace vyre::ir {

// Arithmetic for the transcendental functions, written once over a machine M: the oracle's computes
// with numbers, the lowering's emits instructions. All values are 32-bit words; an f32 is its bits.
//
// M has the types Word and Test and
//   c(n)                                    a constant
//   fadd fsub fmul fdiv fsqrt               f32 as the IR defines it: canonical, rounded to nearest
//   to_int from_int                         f32 to i32 (in range) and back
//   iadd isub imul mulhi band bor bxor bnot shl shr sar clz   shift counts are below 32
//   ult ule slt ieq tand tor tnot sel       tests, and a choice between two words
//   given(x, least, most)                   x; its value is used only where it is an f32 that is
//                                           zero or has 2^least <= |x| <= 2^most
template <typename M>
class WordMath {
 public:
  using Word = typename M::Word;
  using Test = typename M::Test;

 protected:
  static constexpr uint32_t kSign = 0x80000000u;
  static constexpr uint32_t kInfinity = 0x7F800000u;
  static constexpr uint32_t kNan = 0x7FC00000u;
  static constexpr uint32_t kSmallestNormal = 0x00800000u;
  static constexpr uint32_t kFraction = 0x007FFFFFu;
  static constexpr uint32_t kHalf = 0x3F000000u;
  static constexpr uint32_t kOne = 0x3F800000u;
  static constexpr uint32_t kTwo = 0x40000000u;

  // 64 bits: a fraction of 2^64, unless said otherwise.
  struct Wide {
    Word hi, lo;
  };
  struct Normal {
    Wide value;  // the uppermost bit is set
    Word shift;  // by how much it was moved up
  };

  explicit WordMath(M& machine) : m(machine) {}

  Word c(uint32_t value) { return m.c(value); }
  Word f(float value) { return m.c(std::bit_cast<uint32_t>(value)); }
  Wide wide(uint64_t value) {
    return {c(static_cast<uint32_t>(value >> 32)), c(static_cast<uint32_t>(value))};
  }

  Word add(Word a, Word b) { return m.fadd(a, b); }
  Word sub(Word a, Word b) { return m.fsub(a, b); }
  Word mul(Word a, Word b) { return m.fmul(a, b); }

  Word given(Word x, int least, int most) { return m.given(x, least, most); }

  Word magnitude(Word x) { return m.band(x, c(0x7FFFFFFFu)); }
  Word sign(Word x) { return m.band(x, c(kSign)); }
  Word exponent(Word x) { return m.shr(magnitude(x), c(23)); }  // biased
  Word mantissa(Word x) { return m.bor(m.band(x, c(kFraction)), c(kSmallestNormal)); }
  Test is_nan(Word x) { return above(magnitude(x), kInfinity); }
  Test is_negative(Word x) { return m.ule(c(kSign), x); }

  Test below(Word a, uint32_t limit) { return m.ult(a, c(limit)); }
  Test above(Word a, uint32_t limit) { return m.ult(c(limit), a); }
  Test from(Word a, uint32_t limit) { return m.ule(c(limit), a); }
  Test is(Word a, uint32_t value) { return m.ieq(a, c(value)); }
  Word bit(Test test) { return m.sel(test, c(1), c(0)); }

  Wide choose(Test test, Wide yes, Wide no) {
    return {m.sel(test, yes.hi, no.hi), m.sel(test, yes.lo, no.lo)};
  }
  Wide add(Wide a, Wide b) {
    const Word lo = m.iadd(a.lo, b.lo);
    return {m.iadd(m.iadd(a.hi, b.hi), bit(m.ult(lo, a.lo))), lo};
  }
  Wide sub(Wide a, Wide b) {
    const Word borrow = bit(m.ult(a.lo, b.lo));
    return {m.isub(m.isub(a.hi, b.hi), borrow), m.isub(a.lo, b.lo)};
  }
  Wide add_or_sub(Test minus, Wide a, Wide b) { return choose(minus, sub(a, b), add(a, b)); }

  // The upper 64 bits of the product, at most 3 too small.
  Wide mul(Wide a, Wide b) {
    const Wide top = {m.mulhi(a.hi, b.hi), m.imul(a.hi, b.hi)};
    const Wide with_one = add(top, {c(0), m.mulhi(a.hi, b.lo)});
    return add(with_one, {c(0), m.mulhi(a.lo, b.hi)});
  }

  // The upper word of (hi, lo) moved up by |count| < 32.
  Word funnel(Word hi, Word lo, Word count) {
    const Word rest = m.band(m.bnot(count), c(31));  // 31 - count
    return m.bor(m.shl(hi, count), m.shr(m.shr(lo, c(1)), rest));
  }
  Wide shl(Wide a, Word count) { return {funnel(a.hi, a.lo, count), m.shl(a.lo, count)}; }

  // Any |count|, unsigned; from 64 on there is nothing left.
  Wide shr(Wide a, Word count) {
    const Word within = m.band(count, c(31));
    const Word rest = m.band(m.bnot(within), c(31));
    const Word from_hi = m.shl(m.shl(a.hi, c(1)), rest);
    const Wide moved = {m.shr(a.hi, within), m.bor(m.shr(a.lo, within), from_hi)};
    const Wide by_word = choose(below(count, 32), moved, {c(0), moved.hi});
    return choose(below(count, 64), by_word, wide(0));
  }

  // Of a value that is not 0.
  Normal normalize(Wide a) {
    const Test empty = is(a.hi, 0);
    const Wide b = choose(empty, {a.lo, c(0)}, a);
    const Word zeros = m.band(m.clz(b.hi), c(31));
    return {shl(b, zeros), m.iadd(zeros, m.sel(empty, c(32), c(0)))};
  }

  // |v| * 2^(126 - bias) as a fraction; v lies below 2^(bias - 126).
  Wide fixed(Word v, uint32_t bias) {
    const Word bits = m.sel(is(exponent(v), 0), c(0), m.shl(mantissa(v), c(8)));
    return shr({bits, c(0)}, m.isub(c(bias), exponent(v)));
  }

  // The f32 nearest to the fraction |a| times 2^scale. Below the normal range that is a zero, or
  // the smallest normal number where rounding reaches it. A scale beyond the range gives infinity
  // only when it is one too large.
  Word pack(Wide a, Word scale) {
    const Normal n = normalize(a);
    const Word biased = m.iadd(m.isub(scale, n.shift), c(126));
    const Word bits = m.shr(n.value.hi, c(8));
    const Word rest = m.band(n.value.hi, c(255));
    const Word odd_or_more = m.bor(m.band(bits, c(1)), bit(above(n.value.lo, 0)));
    const Word up = m.bor(bit(above(rest, 128)), m.band(bit(is(rest, 128)), odd_or_more));
    const Word rounded = m.iadd(m.iadd(m.shl(m.isub(biased, c(1)), c(23)), bits), up);
    return flush(rounded, biased, bits);
  }

  // |normal|, unless its biased exponent is too low; |bits| are its mantissa's upper 24.
  Word flush(Word normal, Word biased, Word bits) {
    const Test reaches = m.tand(is(biased, 0), is(bits, 0x00FFFFFFu));
    const Word small = m.sel(reaches, c(kSmallestNormal), c(0));
    return m.sel(m.slt(biased, c(1)), small, normal);
  }

  M& m;
};

}  // namespace vyre::ir
