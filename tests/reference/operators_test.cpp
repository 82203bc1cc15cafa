#include "reference/values/operators.h"

#include <gtest/gtest.h>

#include <limits>

namespace vyre::reference {
namespace {

using ir::BinOp;
using ir::UnOp;

constexpr uint32_t kMaxU32 = std::numeric_limits<uint32_t>::max();
constexpr int32_t kMinI32 = std::numeric_limits<int32_t>::min();
constexpr int32_t kMaxI32 = std::numeric_limits<int32_t>::max();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

testing::AssertionResult is(Fault fault, const Value& got, const Value& wanted) {
  if (fault != Fault::kNone) return testing::AssertionFailure() << fault_text(fault).reason;
  if (got.kind == wanted.kind && got.lo == wanted.lo && got.hi == wanted.hi &&
      got.size == wanted.size) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << describe(got) << ", wanted " << describe(wanted);
}

testing::AssertionResult gives(BinOp op, const Value& a, const Value& b, const Value& wanted) {
  Value got;
  const Fault fault = binary(op, a, b, &got);
  return is(fault, got, wanted);
}

testing::AssertionResult gives(UnOp op, const Value& a, const Value& wanted) {
  Value got;
  const Fault fault = unary(op, a, &got);
  return is(fault, got, wanted);
}

testing::AssertionResult casts(ir::DataType target, const Value& v, const Value& wanted) {
  Value got;
  const Fault fault = cast(target, ir::Semantics::kV0_6_2, v, &got);
  return is(fault, got, wanted);
}

Fault fault_of(BinOp op, const Value& a, const Value& b) {
  Value got;
  return binary(op, a, b, &got);
}

Value raw(std::initializer_list<uint8_t> bytes) { return make_raw(bytes.begin(), bytes.size()); }

TEST(UnsignedOperators, DivideByZeroByDefinition) {
  EXPECT_TRUE(gives(BinOp::kDiv, make_u32(7), make_u32(0), make_u32(kMaxU32)));
  EXPECT_TRUE(gives(BinOp::kMod, make_u32(7), make_u32(0), make_u32(0)));
  EXPECT_TRUE(gives(BinOp::kDiv, make_u64(7), make_u64(0), make_u64(UINT64_MAX)));
}

TEST(UnsignedOperators, WrapAndSaturate) {
  EXPECT_TRUE(gives(BinOp::kAdd, make_u32(kMaxU32), make_u32(2), make_u32(1)));
  EXPECT_TRUE(gives(BinOp::kSub, make_u32(1), make_u32(2), make_u32(kMaxU32)));
  EXPECT_TRUE(gives(BinOp::kSaturatingAdd, make_u32(kMaxU32), make_u32(2), make_u32(kMaxU32)));
  EXPECT_TRUE(gives(BinOp::kSaturatingSub, make_u32(1), make_u32(2), make_u32(0)));
  EXPECT_TRUE(gives(BinOp::kSaturatingMul, make_u32(1u << 31), make_u32(2), make_u32(kMaxU32)));
}

TEST(UnsignedOperators, MaskShiftCounts) {
  EXPECT_TRUE(gives(BinOp::kShl, make_u32(1), make_u32(33), make_u32(2)));
  EXPECT_TRUE(gives(BinOp::kShr, make_u64(4), make_u64(65), make_u64(2)));
  EXPECT_TRUE(gives(BinOp::kRotateRight, make_u32(1), make_u32(33), make_u32(1u << 31)));
}

TEST(UnsignedOperators, MultiplyHigh) {
  EXPECT_TRUE(gives(BinOp::kMulHigh, make_u32(kMaxU32), make_u32(kMaxU32), make_u32(kMaxU32 - 1)));
  EXPECT_TRUE(
      gives(BinOp::kMulHigh, make_u64(UINT64_MAX), make_u64(UINT64_MAX), make_u64(UINT64_MAX - 1)));
}

TEST(SignedOperators, WrapShiftAndSaturate) {
  EXPECT_TRUE(gives(BinOp::kAdd, make_i32(kMaxI32), make_i32(1), make_i32(kMinI32)));
  EXPECT_TRUE(gives(BinOp::kMul, make_i32(kMinI32), make_i32(-1), make_i32(kMinI32)));
  EXPECT_TRUE(gives(BinOp::kShr, make_i32(-8), make_i32(1), make_i32(-4)));
  EXPECT_TRUE(gives(BinOp::kSaturatingMul, make_i32(kMinI32), make_i32(-1), make_i32(kMaxI32)));
  EXPECT_TRUE(gives(BinOp::kAbsDiff, make_i32(kMinI32), make_i32(kMaxI32), make_u32(kMaxU32)));
}

TEST(SignedOperators, DivisionFailsWhereNothingFits) {
  EXPECT_EQ(fault_of(BinOp::kDiv, make_i32(1), make_i32(0)), Fault::kDivisionByZero);
  EXPECT_EQ(fault_of(BinOp::kMod, make_i32(1), make_i32(0)), Fault::kDivisionByZero);
  EXPECT_EQ(fault_of(BinOp::kDiv, make_i32(kMinI32), make_i32(-1)), Fault::kDivisionOverflow);
  EXPECT_EQ(fault_of(BinOp::kMod, make_i32(kMinI32), make_i32(-1)), Fault::kDivisionOverflow);
  EXPECT_TRUE(gives(BinOp::kMod, make_i32(-7), make_i32(2), make_i32(-1)));
}

TEST(Operators, WantOperandsOfOneKind) {
  EXPECT_EQ(fault_of(BinOp::kEq, make_u32(1), make_bool(true)), Fault::kKindMismatch);
  EXPECT_EQ(fault_of(BinOp::kAdd, make_i32(1), make_u32(1)), Fault::kKindMismatch);
  EXPECT_EQ(fault_of(BinOp::kAdd, raw({1}), raw({1})), Fault::kNoMeaning);
  EXPECT_EQ(fault_of(BinOp::kLt, make_bool(false), make_bool(true)), Fault::kNoMeaning);
  EXPECT_EQ(fault_of(BinOp::kMulHigh, make_i32(1), make_i32(1)), Fault::kNoMeaning);
  EXPECT_EQ(fault_of(BinOp::kMod, make_f32(1), make_f32(1)), Fault::kNoMeaning);
}

TEST(Operators, OfLogicTestWords) {
  EXPECT_TRUE(gives(BinOp::kAnd, make_u32(1), make_u32(2), make_bool(true)));
  EXPECT_TRUE(gives(BinOp::kOr, make_u32(0), make_u32(0), make_bool(false)));
}

TEST(FloatOperators, FlushSubnormalResultsAfterRounding) {
  const float smallest = std::numeric_limits<float>::min();
  EXPECT_TRUE(gives(BinOp::kMul, make_f32(smallest), make_f32(0.5f), make_f32(0.0f)));
  EXPECT_TRUE(gives(BinOp::kMul, make_f32(-smallest), make_f32(0.5f), make_f32(-0.0f)));
  // 0x00FFFFFF halved is not representable and rounds up to the smallest normal number.
  const float up = std::bit_cast<float>(0x00FFFFFFu);
  EXPECT_TRUE(gives(BinOp::kMul, make_f32(up), make_f32(0.5f), make_f32(smallest)));
}

TEST(FloatOperators, CompareFlushedOperands) {
  const float tiny = std::numeric_limits<float>::denorm_min();
  EXPECT_TRUE(gives(BinOp::kEq, make_f32(tiny), make_f32(0.0f), make_bool(true)));
  EXPECT_TRUE(gives(BinOp::kNe, make_f32(kNan), make_f32(kNan), make_bool(true)));
}

TEST(FloatOperators, MinAndMaxPreferNumbersAndTheLeft) {
  EXPECT_TRUE(gives(BinOp::kMin, make_f32(kNan), make_f32(2), make_f32(2)));
  EXPECT_TRUE(gives(BinOp::kMax, make_f32(2), make_f32(kNan), make_f32(2)));
  EXPECT_TRUE(gives(BinOp::kMin, make_f32(0.0f), make_f32(-0.0f), make_f32(0.0f)));
  EXPECT_TRUE(gives(BinOp::kMax, make_f32(-0.0f), make_f32(0.0f), make_f32(-0.0f)));
  EXPECT_TRUE(gives(BinOp::kMax, make_f32(kNan), make_f32(-kNan), make_f32(kNan)));
}

TEST(FloatOperators, RoundHalfAwayFromZero) {
  EXPECT_TRUE(gives(UnOp::kRound, make_f32(2.5f), make_f32(3)));
  EXPECT_TRUE(gives(UnOp::kRound, make_f32(-0.3f), make_f32(-0.0f)));
  EXPECT_TRUE(gives(UnOp::kRound, make_f32(0.49999997f), make_f32(0.0f)));
}

TEST(FloatOperators, RootsAndReciprocals) {
  EXPECT_TRUE(gives(UnOp::kSqrt, make_f32(-0.0f), make_f32(-0.0f)));
  EXPECT_TRUE(gives(UnOp::kSqrt, make_f32(-1), make_f32(kNan)));
  EXPECT_TRUE(gives(UnOp::kInverseSqrt, make_f32(-0.0f), make_f32(-kInf)));
  EXPECT_TRUE(gives(UnOp::kReciprocal, make_f32(3e38f), make_f32(0.0f)));
  EXPECT_TRUE(gives(UnOp::kSign, make_f32(-0.0f), make_f32(0.0f)));
}

TEST(FloatOperators, FmaRoundsOnce) {
  const float x = 1.0f + 0x1p-12f;
  Value got;
  const Fault fault =
      fused_multiply_add(make_f32(x), make_f32(x), make_f32(-(1.0f + 0x1p-11f)), &got);
  EXPECT_TRUE(is(fault, got, make_f32(0x1p-24f)));
}

TEST(FloatOperators, FmaTakesTheBitsOfAWord) {
  Value got;
  const Fault fault = fused_multiply_add(make_u32(0x40000000), make_f32(3), make_f32(1), &got);
  EXPECT_TRUE(is(fault, got, make_f32(7)));
  EXPECT_EQ(fused_multiply_add(make_i32(1), make_f32(3), make_f32(1), &got),
            Fault::kNotAnFmaOperand);
}

TEST(IntegerFunctions, CountBitsAtBothEnds) {
  EXPECT_TRUE(gives(UnOp::kClz, make_u32(0), make_u32(32)));
  EXPECT_TRUE(gives(UnOp::kCtz, make_i32(0), make_i32(32)));
  EXPECT_TRUE(gives(UnOp::kCtz, make_u64(0), make_u64(64)));
  EXPECT_TRUE(gives(UnOp::kReverseBits, make_u32(1), make_u32(1u << 31)));
  EXPECT_TRUE(gives(UnOp::kNegate, make_i32(kMinI32), make_i32(kMinI32)));
  EXPECT_TRUE(gives(UnOp::kLogicalNot, make_u32(5), make_bool(false)));
}

TEST(Casts, FromFloatTruncateAndSaturate) {
  EXPECT_TRUE(casts(ir::DataType::kU32, make_f32(-1.5f), make_u32(0)));
  EXPECT_TRUE(casts(ir::DataType::kU32, make_f32(kInf), make_u32(kMaxU32)));
  EXPECT_TRUE(casts(ir::DataType::kI32, make_f32(-1.9f), make_i32(-1)));
  EXPECT_TRUE(casts(ir::DataType::kI32, make_f32(-3e9f), make_i32(kMinI32)));
  EXPECT_TRUE(casts(ir::DataType::kI32, make_f32(kNan), make_i32(0)));
}

TEST(Casts, ToBoolAskWhetherAnythingIsSet) {
  EXPECT_TRUE(casts(ir::DataType::kBool, make_f32(kNan), make_bool(true)));
  EXPECT_TRUE(casts(ir::DataType::kBool, make_f32(-0.0f), make_bool(false)));
  EXPECT_TRUE(casts(ir::DataType::kBool, raw({0, 0, 0, 0, 0}), make_bool(true)));
  EXPECT_TRUE(casts(ir::DataType::kBool, raw({0, 0}), make_bool(false)));
}

TEST(Casts, ToNarrowTypesKeepTheSourceWidth) {
  EXPECT_TRUE(casts(ir::DataType::kBytes, make_u32(300), raw({0x2C, 1, 0, 0})));
  EXPECT_TRUE(casts(ir::DataType::kU32, raw({0x2C, 1, 0, 0}), make_u32(300)));
  EXPECT_TRUE(casts(ir::DataType::kI32, raw({0xFF}), make_i32(255)));
  EXPECT_TRUE(casts(ir::DataType::kVec2U32, make_i32(-1), raw({255, 255, 255, 255, 0, 0, 0, 0})));
}

TEST(Casts, OutOfRangeFail) {
  Value got;
  EXPECT_EQ(cast(ir::DataType::kU32, ir::Semantics::kV0_6_2, make_u64(uint64_t{1} << 32), &got),
            Fault::kCastOutOfRange);
  EXPECT_EQ(cast(ir::DataType::kU64, ir::Semantics::kV0_6_2, make_i32(-1), &got),
            Fault::kCastOutOfRange);
  EXPECT_EQ(cast(ir::DataType::kU32, ir::Semantics::kV0_6_2, raw({1, 2, 3, 4, 5}), &got),
            Fault::kCastOutOfRange);
}

TEST(Conversions, ToAnIndexTakeWholeNumbersOnly) {
  EXPECT_EQ(as_u32(make_f32(3.9f)), 3u);
  EXPECT_EQ(as_u32(make_f32(-0.0f)), 0u);
  EXPECT_EQ(as_u32(make_f64(4294967295.0)), kMaxU32);
  EXPECT_EQ(as_u32(make_f64(4294967295.5)), std::nullopt);
  EXPECT_EQ(as_u32(make_f32(-0.5f)), std::nullopt);
  EXPECT_EQ(as_u32(make_f32(kNan)), std::nullopt);
  EXPECT_EQ(as_u32(make_i32(-1)), std::nullopt);
}

}  // namespace
}  // namespace vyre::reference
