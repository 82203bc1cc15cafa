#include "ir/math/transcendental.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "ir/math/canonical_f32.h"
#include "ir/program/tag_names.h"
#include "reference/values/operators.h"

namespace vyre::reference {
namespace {

using ir::UnOp;

constexpr float kInf = std::numeric_limits<float>::infinity();

uint32_t at(UnOp op, float x) { return std::bit_cast<uint32_t>(transcendental(op, x)); }
uint32_t bits(float v) { return std::bit_cast<uint32_t>(v); }

struct Function {
  UnOp op;
  double (*exact)(double);
  double most;  // units in the last place, docs/numerics.md
};

const Function kFunctions[] = {
    {UnOp::kSin, std::sin, 0.51},   {UnOp::kCos, std::cos, 0.51},   {UnOp::kTan, std::tan, 0.81},
    {UnOp::kAsin, std::asin, 0.75}, {UnOp::kAcos, std::acos, 0.92}, {UnOp::kAtan, std::atan, 0.86},
    {UnOp::kSinh, std::sinh, 1.83}, {UnOp::kCosh, std::cosh, 1.36}, {UnOp::kTanh, std::tanh, 2.19},
    {UnOp::kExp, std::exp, 0.92},   {UnOp::kExp2, std::exp2, 0.51}, {UnOp::kLog, std::log, 0.84},
    {UnOp::kLog2, std::log2, 0.87},
};

std::string name_of(UnOp op) {
  return std::string(ir::spelling::word(ir::spelling::kUnOps, static_cast<uint8_t>(op)));
}

// How far |got| lies from |exact|, in units of the last place of the f32 next to it.
double distance(float got, double exact) {
  int exponent = 0;
  std::frexp(static_cast<float>(exact), &exponent);
  return std::fabs(got - exact) / std::ldexp(1.0, exponent - 24);
}

// Every 9,973rd of all inputs.
TEST(Transcendental, LiesAsCloseToTheExactValueAsDocumented) {
  for (const Function& function : kFunctions) {
    SCOPED_TRACE(name_of(function.op));
    double farthest = 0;
    for (uint64_t i = 0; i < uint64_t{1} << 32; i += 9973) {
      const float x = ir::canonical_f32(std::bit_cast<float>(static_cast<uint32_t>(i)));
      const float got = transcendental(function.op, x);
      const double exact = function.exact(x);
      const float nearest = ir::canonical_f32(static_cast<float>(exact));
      if (!std::isfinite(nearest) || std::fabs(nearest) < 0x1p-126f) {
        ASSERT_EQ(bits(got), bits(nearest)) << std::hexfloat << x;
      } else {
        farthest = std::max(farthest, distance(got, exact));
      }
    }
    EXPECT_LE(farthest, function.most);
  }
}

// Where the exact value is a zero, an infinity or none, or a number that the function meets.
TEST(Transcendental, KnowsTheEdges) {
  for (const Function& function : kFunctions) {
    for (const float x : {NAN, 0.0f, -0.0f, kInf, -kInf, 89.0f}) {
      const auto exact = ir::canonical_f32(static_cast<float>(function.exact(x)));
      const bool is_edge = !std::isfinite(exact) || exact == 0 || std::fabs(exact) == 1;
      if (!is_edge) continue;
      EXPECT_EQ(at(function.op, x), bits(exact)) << name_of(function.op) << " of " << x;
    }
  }
  EXPECT_EQ(at(UnOp::kLog2, -1.0f), ir::kCanonicalNan);
  EXPECT_EQ(at(UnOp::kLog, 1.0f), bits(0.0f));
  EXPECT_EQ(at(UnOp::kAcos, 1.5f), ir::kCanonicalNan);
}

// 2^x at the lower end of the range: what rounds up to 2^-126 survives, what lies below is zero.
TEST(Transcendental, ResultsBelowTheNormalRangeAreZeros) {
  EXPECT_EQ(at(UnOp::kExp2, -126.0f), bits(0x1p-126f));
  EXPECT_EQ(at(UnOp::kExp2, -126.5f), bits(0.0f));
  EXPECT_EQ(at(UnOp::kExp2, -149.0f), bits(0.0f));
  EXPECT_EQ(at(UnOp::kExp, -88.0f), bits(0.0f));
}

// tan(pi) as an f32: msun's value, whose pi has 53 bits.
TEST(Transcendental, CountsSmallMultiplesOfHalfPiAsMsunDoes) {
  EXPECT_EQ(at(UnOp::kTan, std::bit_cast<float>(0x40490FDBu)), 0x33BBBD2Fu);
}

}  // namespace
}  // namespace vyre::reference
