#include "specialization/value.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "types.h"

namespace vyre::specialization {
namespace {

using test::type_value;

TEST(Value, ContributionsAreKindAndBits) {
  EXPECT_EQ(Value::u32(1).contribution(), 0x100u);
  EXPECT_EQ(Value::i32(1).contribution(), 0x101u);
  EXPECT_EQ(Value::f32(1.0f).contribution(), 0x3F80000002u);
  EXPECT_EQ(Value::boolean(true).contribution(), 0x103u);
  EXPECT_EQ(type_value("F32").contribution(), 0xB04u);
}

TEST(Value, IntegersOf32BitsFillTheirBitsAndNoMore) {
  EXPECT_EQ(Value::i32(-1).contribution(), 0xFFFFFFFF01u);
  EXPECT_EQ(Value::u32(UINT32_MAX).contribution(), 0xFFFFFFFF00u);
  EXPECT_EQ(Value::i32(-1).bits(), UINT32_MAX);
  EXPECT_NE(Value::i32(-1), Value::u32(UINT32_MAX));
}

TEST(Value, KeepsTheElementType) {
  const Value value = type_value("F32");
  EXPECT_EQ(value.kind(), Kind::kElementType);
  ASSERT_NE(value.type(), nullptr);
  EXPECT_EQ(value.type()->tag(), ir::DataType::kF32);
  EXPECT_EQ(Value::u32(11).type(), nullptr);
}

TEST(Value, DistinctElementTypesContributeDistinctly) {
  EXPECT_NE(type_value("F32").contribution(), type_value("U32").contribution());
  EXPECT_NE(type_value("U32").contribution(), type_value("I32").contribution());
  EXPECT_NE(type_value("F32").contribution(), type_value("I32").contribution());
  EXPECT_EQ(type_value("F32").contribution(), type_value("F32").contribution());
}

TEST(Value, ElementTypesDoNotMeetOtherKinds) {
  for (const ir::DataType tag : ir::kAllDataTypes) {
    const uint32_t number = tag_number(tag);
    const uint64_t contribution = type_value(test::example(tag)).contribution();
    EXPECT_NE(contribution, Value::u32(number).contribution());
    EXPECT_NE(contribution, Value::i32(static_cast<int32_t>(number)).contribution());
    EXPECT_NE(contribution, Value::f32_bits(number).contribution());
    EXPECT_NE(contribution, Value::boolean(false).contribution());
    EXPECT_NE(contribution, Value::boolean(true).contribution());
  }
}

TEST(Value, NumbersAreExact) {
  EXPECT_EQ(Value::u32(UINT32_MAX).number(), 4294967295.0);
  EXPECT_EQ(Value::i32(INT32_MIN).number(), -2147483648.0);
  EXPECT_EQ(Value::i32(-1).number(), -1.0);
  EXPECT_EQ(Value::f32(0.1f).number(), static_cast<double>(0.1f));
  EXPECT_EQ(Value::f32_bits(1).number(), std::ldexp(1.0, -149));
  EXPECT_EQ(Value::boolean(true).number(), 1.0);
  EXPECT_EQ(Value::boolean(false).number(), 0.0);
  EXPECT_EQ(type_value("Opaque<2147483649>").number(), 128.0);
}

TEST(Value, NansKeepTheirPayload) {
  EXPECT_TRUE(std::isnan(Value::f32_bits(0x7FC00001).number()));
  EXPECT_EQ(Value::f32_bits(0x7FC00001).contribution(), 0x7FC0000102u);
  EXPECT_EQ(Value::f32_bits(0x7F800001).bits(), 0x7F800001u);  // a signaling one
  EXPECT_NE(Value::f32_bits(0x7FC00001), Value::f32_bits(0x7FC00000));
  EXPECT_EQ(Value::f32(std::numeric_limits<float>::quiet_NaN()),
            Value::f32(std::numeric_limits<float>::quiet_NaN()));
}

TEST(Value, ZerosOfBothSignsDiffer) {
  EXPECT_NE(Value::f32(0.0f), Value::f32(-0.0f));
  EXPECT_TRUE(std::signbit(Value::f32(-0.0f).number()));
}

}  // namespace
}  // namespace vyre::specialization
