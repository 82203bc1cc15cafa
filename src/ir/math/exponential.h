#pragma once

#include "ir/math/word_math.h"

namespace vyre::ir {

// The functions of this family in ops.def. Ranges, splits and coefficients are those of FreeBSD's
// msun, which the published oracle uses through libm 0.2.16; docs/numerics.md compares the results.
template <typename M>
class Exponential : protected WordMath<M> {
  using Base = WordMath<M>;
  using Base::above, Base::add, Base::add_or_sub, Base::below, Base::bit, Base::c, Base::choose;
  using Base::exponent, Base::f, Base::fixed, Base::flush, Base::from, Base::given;
  using Base::is, Base::is_nan, Base::is_negative, Base::m, Base::magnitude, Base::mantissa;
  using Base::kHalf, Base::kInfinity, Base::kNan, Base::kOne, Base::kSign, Base::kTwo;
  using Base::mul, Base::pack, Base::sign, Base::sub, Base::wide;
  using typename Base::Test, typename Base::Wide;

 public:
  using Word = typename Base::Word;

  explicit Exponential(M& machine) : Base(machine) {}

  Word exp(Word x) { return m.sel(is_nan(x), x, exp_of_number(x)); }

  // 2^x = 2^k * 2^(i/16) * 2^z with |z| <= 1/32; in fixed point, where msun takes f64.
  Word exp2(Word x) {
    const Word size = magnitude(x);
    const Test over = m.tand(m.tnot(is_negative(x)), from(size, 0x43000000u));
    const Test under = m.tand(is_negative(x), from(size, 0x43160000u));
    const Word safe = m.sel(m.tor(over, under), c(0), x);
    const Word moved = add(safe, c(kRound16));
    const Word sixteenths = m.iadd(m.isub(moved, c(kRound16)), c(8));
    const Word z = sub(safe, sub(moved, c(kRound16)));
    const Wide root = root_of_two(sixteenths);
    const Wide value = add_or_sub(is_negative(z), root, mul(root, exp2_minus_1(z)));
    const Word result = pack(value, m.iadd(m.sar(sixteenths, c(4)), c(1)));
    return m.sel(is_nan(x), x, m.sel(over, c(kInfinity), m.sel(under, c(0), result)));
  }

  Word log(Word x) {
    const Split s = split(x);
    const Word low = add(s.quotient, mul(s.k, c(0x3717F7D1u)));
    const Word sum = add(sub(low, s.half_square), s.f);
    return log_of(x, add(sum, mul(s.k, c(0x3F317180u))));
  }

  Word log2(Word x) {
    const Split s = split(x);
    const Word hi = m.band(sub(s.f, s.half_square), c(0xFFFFF000u));
    const Word rest = sub(sub(s.f, hi), s.half_square);
    const Word lo = add(rest, s.quotient);
    const Word small = add(mul(add(lo, hi), c(0xB9389AD4u)), mul(lo, c(0x3FB8B000u)));
    return log_of(x, add(add(small, mul(hi, c(0x3FB8B000u))), s.k));
  }

  Word sinh(Word x) {
    const Word size = magnitude(x);
    const Test large = from(size, kEndOfExp);
    const Word h = m.bor(c(kHalf), sign(x));
    const Word t = exp_minus_1(m.sel(large, c(kOne), size));
    const Word quotient = m.fdiv(t, add(t, c(kOne)));
    const Word square_quotient = m.fdiv(mul(t, t), add(t, c(kOne)));
    const Word low = mul(h, sub(mul(c(kTwo), t), square_quotient));
    const Word middle = mul(h, add(t, quotient));
    const Word result = m.sel(below(size, kOne), low, middle);
    const Word from_tiny = m.sel(below(size, kTiny), x, result);
    const Word huge = mul(mul(c(kTwo), h), half_exp(size));
    return m.sel(is_nan(x), x, m.sel(large, huge, from_tiny));
  }

  Word cosh(Word x) {
    const Word size = magnitude(x);
    const Test large = from(size, kEndOfExp);
    const Test small = below(size, 0x3F317217u);
    const Word t = exp_minus_1(m.sel(small, size, c(kOne)));
    const Word quotient = m.fdiv(mul(t, t), mul(c(kTwo), add(c(kOne), t)));
    const Word low = m.sel(below(size, kTiny), c(kOne), add(c(kOne), quotient));
    const Word e = exp_of_number(m.sel(large, c(kOne), size));
    const Word middle = mul(c(kHalf), add(e, m.fdiv(c(kOne), e)));
    const Word result = m.sel(small, low, middle);
    return m.sel(is_nan(x), x, m.sel(large, half_exp(size), result));
  }

  Word tanh(Word x) {
    const Word size = magnitude(x);
    const Test end = above(size, 0x41200000u), high = above(size, 0x3F0C9F54u);
    const Test middle = above(size, 0x3E82C578u);
    const Word twice = mul(c(kTwo), m.sel(end, c(kOne), size));
    const Word t = exp_minus_1(m.sel(middle, twice, m.bor(twice, c(kSign))), kSmallPowers);
    const Word below_two = add(t, c(kTwo));
    const Word quotient = m.fdiv(m.sel(high, c(kTwo), t), below_two);
    const Word number = m.sel(high, sub(c(kOne), quotient), magnitude(quotient));
    const Word result = m.sel(end, c(kOne), number);
    const Word signed_result = m.bor(result, sign(x));
    return m.sel(is_nan(x), x, m.sel(is(size, 0), x, signed_result));
  }

 private:
  // y * 2^k for y in [1/2, 2], not beyond the range upwards.
  Word scale(Word y, Word k) {
    return flush(m.iadd(y, m.shl(k, c(23))), m.iadd(exponent(y), k), mantissa(y));
  }

  static constexpr uint32_t kRound16 = 0x49400000u;   // 1.5 * 2^19: sums are multiples of 1/16
  static constexpr uint32_t kEndOfExp = 0x42B17217u;  // from here exp is infinite
  static constexpr uint32_t kTiny = 0x39800000u;      // 2^-12

  // x = k ln 2 + r: hi - lo is r before rounding. |k| is 0 or 1 for |x| below |far_from|.
  struct Reduced {
    Word k, hi, lo;
  };
  Reduced reduce(Word x, uint32_t far_from, uint32_t ln2_hi, uint32_t ln2_lo) {
    const Word size = magnitude(x);
    const Word rounded = add(mul(c(0x3FB8AA3Bu), x), m.bor(c(kHalf), sign(x)));
    const Word unit = m.sel(is_negative(x), c(0xFFFFFFFFu), c(1));
    const Word far = m.sel(from(size, far_from), m.to_int(rounded), unit);
    const Word k = m.sel(above(size, 0x3EB17218u), far, c(0));
    const Word count = m.from_int(k);
    return {k, sub(x, mul(count, c(ln2_hi))), mul(count, c(ln2_lo))};
  }

  Word exp_of_number(Word x) {
    const Word size = magnitude(x);
    const Test over = m.tand(m.tnot(is_negative(x)), from(size, 0x42B17218u));
    const Test under = m.tand(is_negative(x), from(size, 0x42CFF1B5u));
    const Word safe = m.sel(m.tor(over, under), c(0), x);
    const Reduced r = reduce(given(safe, -13, 7), 0x3F851593u, 0x3F317200u, 0x35BFBE8Eu);
    const Word y = given(sub(r.hi, r.lo), -29, -1), square = mul(y, y);
    const Word poly = add(f(1.6666625440e-1f), mul(square, f(-2.7667332906e-3f)));
    const Word rest = given(sub(y, mul(square, poly)), -30, 0);
    const Word quotient = m.fdiv(mul(y, rest), sub(c(kTwo), rest));
    const Word near_one = add(c(kOne), add(sub(quotient, r.lo), r.hi));
    const Word tiny = add(c(kOne), x);
    const Word result = m.sel(above(size, 0x39000000u), scale(near_one, r.k), tiny);
    return m.sel(over, c(kInfinity), m.sel(under, c(0), result));
  }

  // How large the power of two may be that exp(x) is made with.
  enum Powers { kSmallPowers, kAllPowers };  // up to 2^56, which is for |x| < 38

  // exp(x) - 1 without losing what the subtraction cancels, for |x| < 89.
  Word exp_minus_1(Word x, Powers powers = kAllPowers) {
    const Reduced r = reduce(given(x, -25, 7), 0x3F851592u, 0x3F317180u, 0x3717F7D1u);
    const Word y = given(sub(r.hi, r.lo), -29, -1);
    const Word lost = sub(sub(r.hi, y), r.lo);
    const Word half = mul(c(kHalf), y), square = mul(y, half);
    const Word poly = add(f(-3.3333212137e-2f), mul(square, f(1.5807170421e-3f)));
    const Word r1 = add(c(kOne), mul(square, poly));
    const Word t = sub(f(3.0f), mul(r1, half));
    const Word factor = given(m.fdiv(sub(r1, t), sub(f(6.0f), mul(y, t))), -2, 0);
    const Word e = mul(square, factor);
    const Word plain = sub(y, sub(mul(y, e), square));
    const Word rest = given(sub(e, lost), -61, 0);  // k != 0
    const Word corrected = sub(sub(mul(y, rest), lost), square);
    const Word result = m.sel(is(r.k, 0), plain, times_power(r.k, y, corrected, powers));
    return m.sel(below(magnitude(x), 0x33000000u), x, result);
  }

  // 2^k (y - e + 1) - 1 for k != 0; which way loses least depends on k.
  Word times_power(Word k, Word y, Word e, Powers powers) {
    const Word low = sub(mul(c(kHalf), sub(y, e)), c(kHalf));
    const Word one_low = mul(f(-2.0f), sub(e, add(y, c(kHalf))));
    const Word one_high = add(c(kOne), mul(c(kTwo), sub(y, e)));
    const Test is_low = m.tand(is_negative(y), above(magnitude(y), 0x3E800000u));
    const Word one = m.sel(is_low, one_low, one_high);
    Word many = shifted_sum(k, y, e);
    if (powers == kAllPowers) many = m.sel(above(k, 56), sub(power_sum(k, y, e), c(kOne)), many);
    return m.sel(is(k, 0xFFFFFFFFu), low, m.sel(is(k, 1), one, many));
  }

  Word power_sum(Word k, Word y, Word e) {
    const Word sum = add(sub(y, e), c(kOne));
    const Word last = mul(mul(sum, c(kTwo)), c(0x7F000000u));  // 2^128 is no f32
    return m.sel(is(k, 128), last, mul(sum, power_of_two(k)));
  }

  Word shifted_sum(Word k, Word y, Word e) {
    const Word inverse = given(m.isub(c(kOne), m.shl(k, c(23))), -56, 0);
    const Word few = add(sub(y, e), sub(c(kOne), inverse));
    const Word more = add(sub(y, add(e, inverse)), c(kOne));
    return mul(m.sel(below(k, 23), few, more), power_of_two(k));
  }

  Word power_of_two(Word k) {  // from 0 on
    return given(m.iadd(c(kOne), m.shl(k, c(23))), 0, 127);
  }

  // exp(x) / 2 where exp(x) may be beyond the range.
  Word half_exp(Word x) {
    const Word part = exp_of_number(sub(x, c(0x4322E3BCu)));
    return mul(mul(part, c(0x7A000000u)), c(0x7A000000u));
  }

  // 2^(i/16 - 1/2) for the low four bits of i, as a fraction of 2^63.
  Wide root_of_two(Word i) {
    constexpr uint64_t kRoots[16] = {
        0x5A827999FCEF3400, 0x5E8451CFAC061C00, 0x62B39508AA836C00, 0x6712460A8FC24000,
        0x6BA27E656B4EB400, 0x70666F76154A7000, 0x75606373EE921C00, 0x7A92BE8A92436800,
        0x8000000000000000, 0x85AAC367CC487800, 0x8B95C1E3EA8BD800, 0x91C3D373AB11C000,
        0x9837F0518DB8A800, 0x9EF5326091A11000, 0xA5FED6A9B1513800, 0xAD583EEA42A14800};
    Wide left[16];
    for (uint32_t j = 0; j < 16; ++j) left[j] = wide(kRoots[j]);
    for (uint32_t step = 1; step < 16; step *= 2) {
      const Test upper = m.tnot(is(m.band(i, c(step)), 0));
      for (uint32_t j = 0; j < 16; j += 2 * step) left[j] = choose(upper, left[j + step], left[j]);
    }
    return left[0];
  }

  // |2^z - 1|.
  Wide exp2_minus_1(Word z) {
    const Test minus = is_negative(z);
    const Wide size = fixed(z, 126);
    Wide poly = wide(0x0E359A4000000000);
    poly = add_or_sub(minus, poly, mul(size, wide(0x0276593800000000)));
    poly = add_or_sub(minus, wide(0x3D7F7C0000000000), mul(size, poly));
    poly = add_or_sub(minus, wide(0xB172180000000000), mul(size, poly));
    return mul(size, poly);
  }

  // x = 2^k (1 + f) with 1 + f from sqrt(1/2) to sqrt(2), and the parts of log(1 + f).
  struct Split {
    Word k, f, half_square, quotient;
  };
  Split split(Word x) {
    const Word moved = m.iadd(x, c(kOne - 0x3F3504F3u));
    const Word k = m.isub(m.shr(moved, c(23)), c(127));
    const Word reduced = m.iadd(m.band(moved, c(Base::kFraction)), c(0x3F3504F3u));
    const Word part = sub(given(reduced, -1, 1), c(kOne));
    const Word ratio = given(m.fdiv(part, add(c(kTwo), part)), -25, -2);
    const Word z = mul(ratio, ratio), w = mul(z, z);
    const Word odd_sum = add(f(0.40000972152f), mul(w, f(0.24279078841f)));
    const Word odd = mul(w, given(odd_sum, -2, -1));
    const Word even = mul(z, add(f(0.66666662693f), mul(w, f(0.28498786688f))));
    const Word half_square = mul(mul(c(kHalf), part), part);
    const Word sum = given(add(half_square, add(even, odd)), -50, 0);
    return {m.from_int(k), part, half_square, mul(ratio, sum)};
  }

  // |result| where x is a positive number other than 1.
  Word log_of(Word x, Word result) {
    const Word number = m.sel(is(x, kOne), c(0), result);
    const Word special = m.sel(is(x, kInfinity), x, c(kNan));
    const Word any = m.sel(from(x, kInfinity), special, number);
    return m.sel(is(magnitude(x), 0), c(0xFF800000u), any);
  }
};

}  // namespace vyre::ir
