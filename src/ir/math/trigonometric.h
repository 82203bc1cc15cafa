#pragma once

#include "ir/math/word_math.h"

namespace vyre::ir {

// Sin, Cos, Tan, Asin, Acos and Atan. Ranges and coefficients are those of FreeBSD's msun, which
// the published oracle uses through libm 0.2.16; what msun computes in f64 is fixed point here.
template <typename M>
class Trigonometric : protected WordMath<M> {
  using Base = WordMath<M>;
  using Base::above, Base::add, Base::add_or_sub, Base::below, Base::bit, Base::c, Base::choose;
  using Base::exponent, Base::f, Base::fixed, Base::from, Base::funnel, Base::given;
  using Base::is, Base::is_nan, Base::is_negative, Base::m, Base::magnitude;
  using Base::kHalf, Base::kInfinity, Base::kNan, Base::kOne, Base::kSign, Base::kTwo;
  using Base::mantissa, Base::mul, Base::normalize, Base::pack, Base::shl, Base::shr, Base::sign;
  using Base::sub, Base::wide;
  using typename Base::Normal, typename Base::Test, typename Base::Wide;

 public:
  using Word = typename Base::Word;

  explicit Trigonometric(M& machine) : Base(machine) {}

  Word sin(Word x) {
    const Word size = magnitude(x);
    const Reduced r = reduce(size);
    const Word result = m.bxor(sine(r, r.quadrant), sign(x));
    return m.sel(from(size, kInfinity), c(kNan), m.sel(below(size, kTiny), x, result));
  }

  Word cos(Word x) {
    const Word size = magnitude(x);
    const Reduced r = reduce(size);
    const Word result = sine(r, m.iadd(r.quadrant, c(1)));
    return m.sel(from(size, kInfinity), c(kNan), m.sel(below(size, kTiny), c(kOne), result));
  }

  // tan(r), or -1 / tan(r) in every second quadrant.
  Word tan(Word x) {
    const Word size = magnitude(x);
    const Reduced r = reduce(size);
    const Normal t = normalize(half_tangent(r));
    const Word scale = m.isub(c(1), m.iadd(t.shift, r.shift));
    const Test odd = has_bit(r.quadrant, 1);
    const Wide value = choose(odd, quarter_inverse(t.value), t.value);
    const Word by = m.sel(odd, m.isub(c(2), scale), scale);
    const Word flip = m.bxor(sign(x), m.bxor(r.sign, m.sel(odd, c(kSign), c(0))));
    const Word result = m.bxor(pack(value, by), flip);
    return m.sel(from(size, kInfinity), c(kNan), m.sel(below(size, kTiny), x, result));
  }

  // x + x p(x^2), or pi/2 - 2 s (1 + p(s^2)) with s = sqrt((1 - |x|) / 2).
  Word asin(Word x) {
    const Word size = magnitude(x);
    const Test large = from(size, kHalf);
    const Word square = half_distance(size);
    const Word p = rational(m.sel(large, square, mul(x, x)));
    const Word near = m.sel(below(size, kTiny), x, add(x, mul(x, p)));
    const Word root = m.fsqrt(square);
    const Wide s = half(exact_root(square, root));
    const Wide angle = shr(add(s, mul(s, fixed(p, 126))), m.isub(c(126), exponent(root)));
    const Word far = pack(sub(wide(0x6487ED5110B4611A), angle), c(2));
    const Word of_large = m.bor(m.sel(is(size, kOne), c(0x3FC90FDBu), far), sign(x));
    return m.sel(above(size, kOne), c(kNan), m.sel(large, of_large, near));
  }

  Word acos(Word x) {
    const Word size = magnitude(x);
    const Test large = from(size, kHalf);
    const Word square = half_distance(size);
    const Word p = rational(m.sel(large, square, mul(x, x)));
    const Word inner = sub(c(kHalfPi), sub(x, sub(c(kHalfPiRest), mul(x, p))));
    const Word small = m.sel(above(size, 0x32800000u), inner, c(0x3FC90FDBu - 1));
    const Word root = m.fsqrt(square);
    const Word product = mul(p, root);
    const Word of_negative = mul(c(kTwo), sub(c(kHalfPi), add(root, sub(product, c(kHalfPiRest)))));
    const Word far = m.sel(is_negative(x), of_negative, acos_near_one(square, root, product));
    const Word end = m.sel(is_negative(x), c(0x40490FDAu), c(0));
    const Word of_large = m.sel(is(size, kOne), end, far);
    return m.sel(above(size, kOne), c(kNan), m.sel(large, of_large, small));
  }

  // atan(x) = atan(1/2, 1, 3/2 or infinity) + atan(y).
  Word atan(Word x) {
    const Word size = magnitude(x);
    const Word y = given(m.sel(below(size, kFirstRange), x, atan_argument(size)), -26, 0);
    const Word z = mul(y, y), w = mul(z, z);
    const Word even_sum = add(f(1.4253635705e-01f), mul(w, f(6.1687607318e-02f)));
    const Word even = add(f(3.3333328366e-01f), mul(w, given(even_sum, -3, 0)));
    const Word odd = add(f(-1.9999158382e-01f), mul(w, f(-1.0648017377e-01f)));
    const Word sum = add(mul(z, given(even, -2, 0)), mul(w, given(odd, -3, 0)));
    const Word p = mul(y, given(sum, -54, 0));
    const Word near = m.sel(below(size, kTiny), x, sub(y, p));
    const Word high = by_range(size, c(0x3EED6338u), c(0x3F490FDAu), c(0x3F7B985Eu), c(kHalfPi));
    const Word low = by_range(size, c(0x31AC3769u), c(0x33222168u), c(0x33140FB4u), c(kHalfPiRest));
    const Word angle = sub(high, sub(sub(p, low), y));
    const Word far = m.bor(m.sel(from(size, 0x4C800000u), c(kHalfPi), angle), sign(x));
    return m.sel(is_nan(x), x, m.sel(below(size, kFirstRange), near, far));
  }

 private:
  Test has_bit(Word a, uint32_t mask) { return m.tnot(is(m.band(a, c(mask)), 0)); }
  Wide half(Wide a) { return {m.shr(a.hi, c(1)), funnel(a.hi, a.lo, c(31))}; }

  static constexpr uint32_t kTiny = 0x39800000u;        // 2^-12
  static constexpr uint32_t kQuarterPi = 0x3F490FDAu;   // rounded down
  static constexpr uint32_t kHalfPi = 0x3FC90FDAu;      // rounded down
  static constexpr uint32_t kHalfPiRest = 0x33A22168u;  // pi/2 - kHalfPi
  static constexpr uint32_t kFirstRange = 0x3EE00000u;  // 7/16

  // |x| = n pi/2 +- r with r = value / 2^shift, 0 <= r <= pi/4; |value| has its uppermost bit or
  // the one below it.
  struct Reduced {
    Word quadrant;  // n, at least its two lowest bits
    Word sign;      // of r
    Wide value;
    Word shift;
  };

  Reduced reduce(Word size) {
    const Test small = m.ule(size, c(kQuarterPi));
    const Word safe = m.sel(m.tor(small, from(size, kInfinity)), c(kOne), size);
    const Reduced far = reduce_by_digits(safe);
    const Wide own = {m.shl(mantissa(size), c(8)), c(0)};
    const Word shift = m.isub(c(126), exponent(size));
    return {m.sel(small, c(0), far.quadrant), m.sel(small, c(0), far.sign),
            choose(small, own, far.value), m.sel(small, shift, far.shift)};
  }

  // With x = mantissa * 2^(e - 150), x 2/pi mod 4 needs the 96 binary digits of 2/pi from place e -
  // 151 on: the ones before give multiples of 4, the ones after less than 2^-70.
  Reduced reduce_by_digits(Word size) {
    Word digits[3];
    find_digits(exponent(size), digits);
    const Word times = mantissa(size);
    const Word carry = m.mulhi(digits[2], times);
    const Word low = m.imul(digits[2], times);
    const Word mid = m.iadd(m.imul(digits[1], times), carry);
    const Word over = bit(m.ult(mid, carry));
    const Word high = m.iadd(m.iadd(m.imul(digits[0], times), m.mulhi(digits[1], times)), over);
    const Word quadrant = m.shr(high, c(30));
    Word fraction[3] = {funnel(high, mid, c(2)), funnel(mid, low, c(2)), m.shl(low, c(2))};
    count_from_f64(size, quadrant, fraction);
    return nearest_quadrant(quadrant, fraction);
  }

  // Up to 9/4 pi msun takes n pi/2 with the f64 next to pi/2, which is 2^-53.9 too small; each n
  // leaves that much more.
  void count_from_f64(Word size, Word quadrant, Word (&fraction)[3]) {
    const Word nearest = m.iadd(quadrant, m.shr(fraction[0], c(31)));
    const Word n = m.iadd(m.band(m.isub(nearest, c(1)), c(3)), c(1));  // 1 to 4
    const Word times = m.sel(below(size, 0x40E231D6u), n, c(0));
    const Word low = m.imul(c(0x15F5C6B9u), times);
    const Word high = m.iadd(m.imul(c(0x2CFu), times), m.mulhi(c(0x15F5C6B9u), times));
    const Wide sum = add(Wide{fraction[1], fraction[2]}, Wide{high, low});
    fraction[0] = m.iadd(fraction[0], bit(m.ult(sum.hi, fraction[1])));
    fraction[1] = sum.hi;
    fraction[2] = sum.lo;
  }

  // Digits of 2/pi after 64 zeros, so that every exponent finds its own.
  void find_digits(Word biased, Word (&digits)[3]) {
    constexpr uint32_t kTwoOverPi[9] = {0,           0,           0xA2F9836Eu,
                                        0x4E441529u, 0xFC2757D1u, 0xF534DDC0u,
                                        0xDB629599u, 0x3C439041u, 0xFE5163ABu};
    const Word place = m.isub(biased, c(127 - 39));  // 38 to 166
    const Word first = m.shr(place, c(5));
    Word words[4];
    for (uint32_t j = 0; j < 4; ++j) {
      words[j] = c(kTwoOverPi[1 + j]);
      for (uint32_t i = 2; i <= 5; ++i)
        words[j] = m.sel(is(first, i), c(kTwoOverPi[i + j]), words[j]);
    }
    const Word within = m.band(place, c(31));
    for (uint32_t j = 0; j < 3; ++j) digits[j] = funnel(words[j], words[j + 1], within);
  }

  // A fraction from 1/2 up belongs to the next quadrant and is counted down from there.
  Reduced nearest_quadrant(Word quadrant, const Word (&fraction)[3]) {
    const Test up = from(fraction[0], kSign);
    const Word flip = m.sel(up, c(0xFFFFFFFFu), c(0));
    const Word low = m.iadd(m.bxor(fraction[2], flip), bit(up));
    const Test carries = m.tand(up, is(low, 0));
    const Word mid = m.iadd(m.bxor(fraction[1], flip), bit(carries));
    const Test carries_on = m.tand(carries, is(mid, 0));
    const Word high = m.iadd(m.bxor(fraction[0], flip), bit(carries_on));
    const Test empty = is(high, 0);
    const Word top = m.sel(empty, mid, high), next = m.sel(empty, low, mid);
    const Word zeros = m.band(m.clz(top), c(31));
    const Word last = m.sel(empty, c(0), low);
    const Wide normal = {funnel(top, next, zeros), funnel(next, last, zeros)};
    const Word moved = m.iadd(zeros, m.sel(empty, c(32), c(0)));
    return {m.iadd(quadrant, bit(up)), m.band(flip, c(kSign)),
            mul(normal, wide(0xC90FDAA22168C234)), m.isub(moved, c(1))};
  }

  Wide square_of(const Reduced& r) { return shr(mul(r.value, r.value), m.shl(r.shift, c(1))); }

  // sin(r), cos(r), -sin(r) or -cos(r).
  Word sine(const Reduced& r, Word quadrant) {
    const Wide z = square_of(r);
    const Test is_cosine = has_bit(quadrant, 1);
    const Wide value = choose(is_cosine, half_cosine(z), sine_kernel(r.value, z));
    const Word scale = m.sel(is_cosine, c(1), m.isub(c(0), r.shift));
    const Word sign_of_r = m.sel(is_cosine, c(0), r.sign);
    return m.bxor(pack(value, scale), m.bxor(m.shl(m.shr(quadrant, c(1)), c(31)), sign_of_r));
  }

  Wide sine_kernel(Wide r, Wide z) {
    Wide p = sub(wide(0x000D007CF16573BA), mul(z, wide(0x00002D9B0F18768D)));
    p = sub(wide(0x022222112DDF7640), mul(z, p));
    p = sub(wide(0x2AAAAAA99758EE00), mul(z, p));
    return sub(r, mul(r, mul(z, p)));
  }

  Wide half_cosine(Wide z) {
    Wide p = sub(wide(0x005B021FA03C789C), mul(z, wide(0x000199342E0EE506)));
    p = sub(wide(0x0AAAA9F0829D2100), mul(z, p));
    p = sub(wide(0x7FFFFFF4317A0400), mul(z, p));
    return sub(wide(0x8000000000000000), half(mul(z, p)));
  }

  Wide half_tangent(const Reduced& r) {
    const Wide z = square_of(r);
    Wide p = add(wide(0x00C2ED6FE767A270), mul(z, wide(0x026C5737F2E379A0)));
    p = add(wide(0x06477CE4230CF380), mul(z, p));
    p = add(wide(0x0DAA648EC32D7F00), mul(z, p));
    p = add(wide(0x2225FA71333EE400), mul(z, p));
    p = add(wide(0x555534D063267C00), mul(z, p));
    const Wide h = half(r.value);
    return add(h, mul(h, mul(z, p)));
  }

  // 1 / (4 d) for d from 1/2 to 1: an f32 quotient and one step of Newton's method.
  Wide quarter_inverse(Wide d) {
    const Word rounded = m.bor(c(kHalf), m.band(m.shr(d.hi, c(8)), c(Base::kFraction)));
    const Word guess = m.fdiv(c(kOne), rounded);  // 1 to 2
    const Word is_two = m.isub(exponent(guess), c(127));
    const Wide y = {m.shl(m.shl(mantissa(guess), c(7)), is_two), c(0)};
    const Wide product = mul(d, y);  // near 1/4
    const Test over = from(product.hi, 0x40000000u);
    const Wide quarter = wide(0x4000000000000000);
    const Wide error = choose(over, sub(product, quarter), sub(quarter, product));
    return add_or_sub(over, y, shl(mul(y, error), c(2)));
  }

  // (1 - |x|) / 2, or 0 beyond 1.
  Word half_distance(Word size) {
    return mul(sub(c(kOne), m.sel(above(size, kOne), c(kOne), size)), c(kHalf));
  }

  Word rational(Word z) {
    const Word tail = add(f(-4.2743422091e-02f), mul(z, f(-8.6563630030e-03f)));
    const Word p = mul(z, add(f(1.6666586697e-01f), mul(z, tail)));
    return m.fdiv(p, add(c(kOne), mul(z, f(-7.0662963390e-01f))));
  }

  // The root of |square| times 2^(126 - exponent(root)), to 47 bits: |root| and the rest that its
  // own square leaves, which integers hold exactly, divided by twice the root.
  Wide exact_root(Word square, Word root) {
    const Word bits = mantissa(root);
    const Word up = m.isub(m.iadd(exponent(square), c(150)), m.shl(exponent(root), c(1)));
    const Word rest = m.isub(m.shl(mantissa(square), m.band(up, c(31))), m.imul(bits, bits));
    const Word correction = m.fdiv(m.from_int(rest), m.from_int(m.shl(bits, c(1))));
    const Wide whole = {m.shl(bits, c(8)), c(0)};
    return add_or_sub(is_negative(correction), whole, fixed(correction, 150));
  }

  Word acos_near_one(Word square, Word root, Word product) {
    const Word head = m.band(root, c(0xFFFFF000u));
    const Word rest = m.fdiv(sub(square, mul(head, head)), add(root, head));
    return mul(c(kTwo), add(head, add(product, rest)));
  }

  Word by_range(Word size, Word one_half, Word one, Word three_halves, Word infinity) {
    const Word large = m.sel(below(size, 0x401C0000u), three_halves, infinity);
    const Word middle = m.sel(below(size, 0x3F980000u), one, large);
    return m.sel(below(size, 0x3F300000u), one_half, middle);
  }

  Word atan_argument(Word size) {
    const Word top = by_range(size, sub(mul(c(kTwo), size), c(kOne)), sub(size, c(kOne)),
                              sub(size, f(1.5f)), f(-1.0f));
    const Word bottom = by_range(size, add(c(kTwo), size), add(size, c(kOne)),
                                 add(c(kOne), mul(f(1.5f), size)), size);
    return m.fdiv(top, bottom);
  }
};

}  // namespace vyre::ir
