#include <cstdlib>
#include <functional>
#include <random>

#include "spirv/support/on_device_and_oracle.h"

namespace vyre::spirv {
namespace {

// How many operands each operator is tried on. VYRE_TEST_F32_SAMPLES asks for more.
uint32_t samples() {
  const char* wanted = std::getenv("VYRE_TEST_F32_SAMPLES");
  return wanted == nullptr ? 16384 : static_cast<uint32_t>(std::strtoul(wanted, nullptr, 10));
}

// Half of them any bits; half with few bits set or cleared in the fraction, so that results lie on
// and next to the middle between two floats, and exponents near one another.
std::vector<uint32_t> operands(uint32_t seed) {
  std::mt19937 random(seed);
  const auto next = [&] { return static_cast<uint32_t>(random()); };
  std::vector<uint32_t> all;
  while (all.size() < samples()) {
    all.push_back(next());
    const uint32_t sign_and_exponent = (next() & 0x80000000u) | ((96 + next() % 64) << 23);
    const uint32_t fraction = (1u << (next() % 24)) - (next() % 3);
    all.push_back(sign_and_exponent | (fraction & 0x7FFFFFu));
  }
  return all;
}

class F32 : public OnBoth {
 protected:
  // o[i] = value(a[i], b[i], c[i]), with elements of |from| and |to|.
  template <typename Value>
  void expect_equal_on_samples(DataType from, DataType to, Value value) {
    expect_equal_for_all({operands(1), operands(2), operands(3)}, from, to, value);
  }

  void expect_equal_cast(DataType from, DataType to) {
    expect_equal_on_samples(from, to, [&](Build& b) { return b.cast(to, b.load("a", b.gid())); });
  }
};

TEST_F(F32, QuotientsAreTheOracles) {
  expect_equal_on_samples(DataType::kF32, DataType::kF32, [](Build& b) {
    const ExprId left = b.load("a", b.gid());
    return b.div(left, b.load("b", b.gid()));
  });
}

TEST_F(F32, RootsAndReciprocalsAreTheOracles) {
  expect_equal_for_all(operands(1), DataType::kF32, DataType::kF32,
                       {UnOp::kSqrt, UnOp::kInverseSqrt, UnOp::kReciprocal});
}

TEST_F(F32, FusedMultiplyAddsAreTheOracles) {
  expect_equal_on_samples(DataType::kF32, DataType::kF32, [](Build& b) {
    const ExprId x = b.load("a", b.gid()), y = b.load("b", b.gid());
    return b.fma(x, y, b.load("c", b.gid()));
  });
}

// The product and the sum nearly cancel, where rounding twice shows.
TEST_F(F32, FusedMultiplyAddsThatCancelAreTheOracles) {
  expect_equal_on_samples(DataType::kF32, DataType::kF32, [](Build& b) {
    const ExprId x = b.load("a", b.gid()), y = b.load("b", b.gid());
    const ExprId product = b.mul(b.load("a", b.gid()), b.load("b", b.gid()));
    return b.fma(x, y, b.unary(UnOp::kNegate, product));
  });
}

TEST_F(F32, ConversionsAreTheOracles) {
  expect_equal_cast(DataType::kF32, DataType::kU32);
  expect_equal_cast(DataType::kF32, DataType::kI32);
  expect_equal_cast(DataType::kU32, DataType::kF32);
  expect_equal_cast(DataType::kI32, DataType::kF32);
}

TEST_F(F32, AConstantZeroThatALocalHoldsDivides) {
  Build b({{"o", output(0, 1, DataType::kF32)}});
  expect_equal(b.finish({b.let("v", b.f32(0.0f)), b.assign("v", b.div(b.f32(1.0f), b.var("v"))),
                         b.store("o", b.u32(0), b.var("v"))}));
}

TEST_F(F32, AConstantZeroThatIsChosenDivides) {
  Build b({{"o", output(0, 1, DataType::kF32)}});
  const ExprId zero = b.unary(UnOp::kRound, b.f32(6.8583945e-31f));
  const ExprId chosen = b.select(b.u32(1), zero, b.f32(1.0f));
  expect_equal(b.finish({b.store("o", b.u32(0), b.div(b.f32(1.0f), chosen))}));
}

// Results below the normal range are zeros, whatever is asked of them. Where a quotient decided,
// NVIDIA's compiler once asked the quotient before it became a zero.
class F32Underflow : public F32 {
 protected:
  using Ask = std::function<ExprId(Build&, ExprId value)>;

  // Magnitudes from 2^-127 to 2^127, of both signs.
  static std::vector<uint32_t> magnitudes() {
    std::vector<uint32_t> all;
    for (uint32_t exponent = 0; exponent < 255; ++exponent) {
      all.push_back(exponent << 23 | 0x123456u);
      all.push_back(0x80000000u | exponent << 23 | 0x654321u);
    }
    return all;
  }

  // o[i] = ask(value(a[i])) for everything that can go below the normal range.
  void expect_equal_when(const Ask& ask) {
    const std::vector<Ask> values = {
        [](Build& b, ExprId a) { return b.div(b.f32(4.8548164e-20f), a); },
        [](Build& b, ExprId a) { return b.mul(a, b.f32(-4.8548164e-20f)); },
        [](Build& b, ExprId a) { return b.fma(a, b.f32(1e-20f), b.f32(0)); },
        [](Build& b, ExprId a) { return b.unary(UnOp::kReciprocal, a); },
    };
    for (const Ask& value : values) {
      expect_equal_for_all({magnitudes()}, DataType::kF32, DataType::kU32, [&](Build& b) {
        const ExprId asked = ask(b, value(b, b.load("a", b.gid())));
        return b.select(asked, b.u32(1), b.u32(2));
      });
    }
  }
};

TEST_F(F32Underflow, IsFalse) {
  expect_equal_when([](Build&, ExprId value) { return value; });
  expect_equal_when([](Build& b, ExprId value) { return b.cast(DataType::kBool, value); });
  expect_equal_when([](Build& b, ExprId value) { return b.select(value, b.f32(3), b.f32(0)); });
}

TEST_F(F32Underflow, EqualsZero) {
  for (const BinOp op : {BinOp::kEq, BinOp::kNe, BinOp::kLt, BinOp::kGt, BinOp::kLe, BinOp::kGe}) {
    expect_equal_when([&](Build& b, ExprId value) { return b.binary(op, value, b.f32(0)); });
    expect_equal_when([&](Build& b, ExprId value) { return b.binary(op, b.f32(-0.0f), value); });
  }
}

TEST_F(F32Underflow, HasTheSignZero) {
  for (const UnOp op : {UnOp::kSign, UnOp::kCeil, UnOp::kFloor, UnOp::kSqrt, UnOp::kAbs}) {
    expect_equal_when([&](Build& b, ExprId value) { return b.unary(op, value); });
  }
}

}  // namespace
}  // namespace vyre::spirv
