#include <cstdlib>
#include <functional>
#include <random>

#include "spirv/support/on_device_and_oracle.h"

namespace vyre::spirv {
namespace {

using ir::BinOp;
using ir::DataType;
using ir::scalar;
using ir::UnOp;
using test::Build;

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
    Build b(64);
    uint32_t slot = 0;
    for (const char* name : {"a", "b", "c"}) b.buffer(name, test::input(slot++, samples(), from));
    b.buffer("o", test::output(slot, samples(), to));
    expect_equal(b.finish({b.store("o", b.gid(), value(b))}),
                 {bytes_of(operands(1)), bytes_of(operands(2)), bytes_of(operands(3))});
  }

  void expect_equal_unary(UnOp op) {
    expect_equal_on_samples(DataType::kF32, DataType::kF32,
                            [&](Build& b) { return b.unary(op, b.load("a", b.gid())); });
  }

  void expect_equal_cast(DataType from, DataType to) {
    expect_equal_on_samples(from, to,
                            [&](Build& b) { return b.cast(scalar(to), b.load("a", b.gid())); });
  }
};

TEST_F(F32, QuotientsAreTheOracles) {
  expect_equal_on_samples(DataType::kF32, DataType::kF32, [](Build& b) {
    const ir::ExprId left = b.load("a", b.gid());
    return b.div(left, b.load("b", b.gid()));
  });
}

TEST_F(F32, SquareRootsAreTheOracles) { expect_equal_unary(UnOp::kSqrt); }

TEST_F(F32, InverseSquareRootsAreTheOracles) { expect_equal_unary(UnOp::kInverseSqrt); }

TEST_F(F32, ReciprocalsAreTheOracles) { expect_equal_unary(UnOp::kReciprocal); }

TEST_F(F32, FusedMultiplyAddsAreTheOracles) {
  expect_equal_on_samples(DataType::kF32, DataType::kF32, [](Build& b) {
    const ir::ExprId x = b.load("a", b.gid()), y = b.load("b", b.gid());
    return b.fma(x, y, b.load("c", b.gid()));
  });
}

// The product and the sum nearly cancel, where rounding twice shows.
TEST_F(F32, FusedMultiplyAddsThatCancelAreTheOracles) {
  expect_equal_on_samples(DataType::kF32, DataType::kF32, [](Build& b) {
    const ir::ExprId x = b.load("a", b.gid()), y = b.load("b", b.gid());
    const ir::ExprId product = b.mul(b.load("a", b.gid()), b.load("b", b.gid()));
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
  Build b;
  b.buffer("o", test::output(0, 1, DataType::kF32));
  expect_equal(b.finish({b.let("v", b.f32(0.0f)), b.assign("v", b.div(b.f32(1.0f), b.var("v"))),
                         b.store("o", b.u32(0), b.var("v"))}));
}

TEST_F(F32, AConstantZeroThatIsChosenDivides) {
  Build b;
  b.buffer("o", test::output(0, 1, DataType::kF32));
  const ir::ExprId zero = b.unary(UnOp::kRound, b.f32(6.8583945e-31f));
  const ir::ExprId chosen = b.select(b.u32(1), zero, b.f32(1.0f));
  expect_equal(b.finish({b.store("o", b.u32(0), b.div(b.f32(1.0f), chosen))}));
}

// Results below the normal range are zeros, whatever is asked of them. Where a quotient decided,
// NVIDIA's compiler once asked the quotient before it became a zero.
class F32Underflow : public F32 {
 protected:
  using Ask = std::function<ir::ExprId(Build&, ir::ExprId value)>;

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
        [](Build& b, ir::ExprId a) { return b.div(b.f32(4.8548164e-20f), a); },
        [](Build& b, ir::ExprId a) { return b.mul(a, b.f32(-4.8548164e-20f)); },
        [](Build& b, ir::ExprId a) { return b.fma(a, b.f32(1e-20f), b.f32(0)); },
        [](Build& b, ir::ExprId a) { return b.unary(UnOp::kReciprocal, a); },
    };
    const auto all = magnitudes();
    for (const Ask& value : values) {
      Build b;
      const uint32_t count = static_cast<uint32_t>(all.size());
      b.workgroup(64).buffer("a", test::input(0, count, DataType::kF32));
      b.buffer("o", test::output(1, count));
      const ir::ExprId asked = ask(b, value(b, b.load("a", b.gid())));
      expect_equal(b.finish({b.store("o", b.gid(), b.select(asked, b.u32(1), b.u32(2)))}),
                   {bytes_of(all)});
    }
  }
};

TEST_F(F32Underflow, IsFalse) {
  expect_equal_when([](Build&, ir::ExprId value) { return value; });
  expect_equal_when([](Build& b, ir::ExprId value) { return b.cast(DataType::kBool, value); });
  expect_equal_when([](Build& b, ir::ExprId value) { return b.select(value, b.f32(3), b.f32(0)); });
}

TEST_F(F32Underflow, EqualsZero) {
  for (const BinOp op : {BinOp::kEq, BinOp::kNe, BinOp::kLt, BinOp::kGt, BinOp::kLe, BinOp::kGe}) {
    expect_equal_when([&](Build& b, ir::ExprId value) { return b.binary(op, value, b.f32(0)); });
    expect_equal_when(
        [&](Build& b, ir::ExprId value) { return b.binary(op, b.f32(-0.0f), value); });
  }
}

TEST_F(F32Underflow, HasTheSignZero) {
  for (const UnOp op : {UnOp::kSign, UnOp::kCeil, UnOp::kFloor, UnOp::kSqrt, UnOp::kAbs}) {
    expect_equal_when([&](Build& b, ir::ExprId value) { return b.unary(op, value); });
  }
}

}  // namespace
}  // namespace vyre::spirv
