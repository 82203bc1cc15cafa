#include "ir/math/f32_size.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "ir/math/canonical_f32.h"
#include "ir/math/transcendental.h"
#include "ir/program/tag_names.h"

namespace vyre::ir {
namespace {

float number(uint32_t bits) { return std::bit_cast<float>(bits); }

// Whether what is known of |exact| is so.
bool holds(const F32Size& size, float exact) {
  if (exact == 0) return size.may_be_zero;
  if (!std::isfinite(exact)) return true;
  const double magnitude = std::fabs(exact);
  const double multiple = std::ldexp(magnitude, -size.multiple);
  return magnitude >= std::ldexp(1.0, size.least) && magnitude <= std::ldexp(1.0, size.most) &&
         multiple == std::floor(multiple);
}

// The machine of word_math.h that computes and follows what is known of each value. A value is
// wrong where something that is not so was said of it, or of what it was made from.
struct Checked {
  struct Word {
    uint32_t bits = 0;
    F32Size size = {};
    bool is_wrong = false;
  };
  struct Test {
    bool is_true = false, is_wrong = false;
  };

  static Word made(uint32_t bits, const Word& a, const Word& b) {
    return {bits, {}, a.is_wrong || b.is_wrong};
  }
  static Word made(uint32_t bits, const Word& a) { return made(bits, a, a); }
  static Test test(bool is_true, const Word& a, const Word& b) {
    return {is_true, a.is_wrong || b.is_wrong};
  }
  static Word arithmetic(BinOp op, float exact, const Word& a, const Word& b) {
    const F32Size size = f32_size_of(op, a.size, b.size);
    const bool is_subnormal = exact != 0 && std::fabs(exact) < 0x1p-126f;
    Word result = made(std::bit_cast<uint32_t>(canonical_f32(exact)), a, b);
    result.size = f32_flushed(size);
    result.is_wrong |= is_subnormal ? size.is_normal() : !holds(result.size, exact);
    return result;
  }

  Word c(uint32_t value) { return {value, f32_size_of(value)}; }
  Word fadd(Word a, Word b) {
    return arithmetic(BinOp::kAdd, number(a.bits) + number(b.bits), a, b);
  }
  Word fsub(Word a, Word b) {
    return arithmetic(BinOp::kSub, number(a.bits) - number(b.bits), a, b);
  }
  Word fmul(Word a, Word b) {
    return arithmetic(BinOp::kMul, number(a.bits) * number(b.bits), a, b);
  }
  Word fdiv(Word a, Word b) {
    return arithmetic(BinOp::kDiv, number(a.bits) / number(b.bits), a, b);
  }
  Word fsqrt(Word a) {
    return made(std::bit_cast<uint32_t>(canonical_f32(std::sqrt(number(a.bits)))), a);
  }
  Word to_int(Word a) {
    const bool is_in_range = std::fabs(number(a.bits)) < 0x1p31f;
    const int32_t value = is_in_range ? static_cast<int32_t>(number(a.bits)) : 0;
    Word result = made(static_cast<uint32_t>(value), a);
    result.is_wrong |= !is_in_range;
    return result;
  }
  Word from_int(Word a) {
    const float value = static_cast<float>(static_cast<int32_t>(a.bits));
    Word result = made(std::bit_cast<uint32_t>(value), a);
    result.size = {0, 31, 0};
    return result;
  }

  Word iadd(Word a, Word b) { return made(a.bits + b.bits, a, b); }
  Word isub(Word a, Word b) { return made(a.bits - b.bits, a, b); }
  Word imul(Word a, Word b) { return made(a.bits * b.bits, a, b); }
  Word mulhi(Word a, Word b) {
    return made(static_cast<uint32_t>(uint64_t{a.bits} * b.bits >> 32), a, b);
  }
  Word band(Word a, Word b) {
    Word result = made(a.bits & b.bits, a, b);
    result.size = f32_masked(a.size, b.bits);
    return result;
  }
  Word bor(Word a, Word b) {
    Word result = made(a.bits | b.bits, a, b);
    result.size = f32_signed(a.size, b.size);
    return result;
  }
  Word bxor(Word a, Word b) { return made(a.bits ^ b.bits, a, b); }
  Word bnot(Word a) { return made(~a.bits, a); }
  Word shl(Word a, Word count) { return made(a.bits << count.bits, a, count); }
  Word shr(Word a, Word count) { return made(a.bits >> count.bits, a, count); }
  Word sar(Word a, Word count) {
    return made(static_cast<uint32_t>(static_cast<int32_t>(a.bits) >> count.bits), a, count);
  }
  Word clz(Word a) { return made(static_cast<uint32_t>(std::countl_zero(a.bits)), a); }

  Test ult(Word a, Word b) { return test(a.bits < b.bits, a, b); }
  Test ule(Word a, Word b) { return test(a.bits <= b.bits, a, b); }
  Test slt(Word a, Word b) {
    return test(static_cast<int32_t>(a.bits) < static_cast<int32_t>(b.bits), a, b);
  }
  Test ieq(Word a, Word b) { return test(a.bits == b.bits, a, b); }
  // What is false by one of them does not look at the other.
  Test tand(Test a, Test b) {
    const bool decides = (!a.is_wrong && !a.is_true) || (!b.is_wrong && !b.is_true);
    return {a.is_true && b.is_true, !decides && (a.is_wrong || b.is_wrong)};
  }
  Test tor(Test a, Test b) {
    const Test neither = tand(tnot(a), tnot(b));
    return tnot(neither);
  }
  Test tnot(Test a) { return {!a.is_true, a.is_wrong}; }
  Word sel(Test test, Word yes, Word no) {
    Word result = test.is_true ? yes : no;
    result.size = f32_either(yes.size, no.size);
    result.is_wrong |= test.is_wrong;
    return result;
  }
  Word given(Word x, int least, int most) {
    x.size = f32_given(x.size, least, most);
    x.is_wrong |= !holds(x.size, number(x.bits)) && number(x.bits) != 0;
    return x;
  }
};

class F32Sizes : public testing::TestWithParam<UnOp> {
 protected:
  static void expect_known(uint32_t bits) {
    Checked checked;
    const Checked::Word x = {canonical_f32(bits)};
    ASSERT_FALSE(transcendental(checked, GetParam(), x).is_wrong) << std::hex << bits;
  }
};

// Lowering leaves out flushes by it.
TEST_P(F32Sizes, HoldForEvery9973rdInput) {
  for (uint64_t bits = 0; bits < uint64_t{1} << 32; bits += 9973) {
    expect_known(static_cast<uint32_t>(bits));
  }
}

// Exp and its kin reduce their arguments to the smallest numbers there.
TEST_P(F32Sizes, HoldNextToMultiplesOfLogTwo) {
  for (int half = 1; half < 300; ++half) {
    const auto nearest = std::bit_cast<uint32_t>(static_cast<float>(half * std::numbers::ln2 / 2));
    for (uint32_t bits = nearest - 64; bits < nearest + 64; ++bits) {
      expect_known(bits);
      expect_known(bits | 0x80000000u);
    }
  }
}

TEST(F32Size, OfProductsOfProductsStaysInRange) {
  for (const uint32_t bits : {0u, 0x7F7FFFFFu, 0x00800000u}) {
    F32Size size = f32_size_of(bits);
    for (int i = 0; i < 100; ++i) size = f32_product(size, size);
    EXPECT_EQ(size.is_normal(), bits != 0x00800000u);
  }
}

constexpr UnOp kAllFunctions[] = {
#define TRANSCENDENTAL(name, ...) UnOp::name,
#include "ir/program/ops.def"
};
INSTANTIATE_TEST_SUITE_P(All, F32Sizes, testing::ValuesIn(kAllFunctions), [](const auto& one) {
  return std::string(spelling::word(spelling::kUnOps, static_cast<uint8_t>(one.param)));
});

}  // namespace
}  // namespace vyre::ir
