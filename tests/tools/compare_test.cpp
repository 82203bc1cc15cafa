#include "conform/compare.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <vector>

namespace tool {
namespace {

uint32_t bits(float value) {
  uint32_t word = 0;
  std::memcpy(&word, &value, sizeof word);
  return word;
}

std::vector<uint8_t> bytes(std::initializer_list<uint32_t> words) {
  std::vector<uint8_t> result(words.size() * 4);
  std::memcpy(result.data(), words.begin(), result.size());
  return result;
}

TEST(UlpDistance, NeighborsAreOneStepApart) {
  EXPECT_EQ(ulp_distance(bits(1.0f), bits(1.0f)), 0u);
  EXPECT_EQ(ulp_distance(0x3F800000, 0x3F800001), 1u);
  EXPECT_EQ(ulp_distance(0xBF800001, 0xBF800000), 1u);
}

TEST(UlpDistance, ZerosOfBothSignsAreOneStepApart) {
  EXPECT_EQ(ulp_distance(bits(0.0f), bits(-0.0f)), 1u);
  EXPECT_EQ(ulp_distance(0x00000001, 0x80000001), 3u);
}

TEST(UlpDistance, InfinityFollowsTheLargestNumber) {
  const uint32_t infinity = bits(std::numeric_limits<float>::infinity());
  EXPECT_EQ(ulp_distance(infinity, bits(std::numeric_limits<float>::max())), 1u);
}

TEST(UlpDistance, NanIsNearNothingButItself) {
  EXPECT_EQ(ulp_distance(0x7FC00000, 0x7FC00000), 0u);
  EXPECT_EQ(ulp_distance(0x7FC00000, 0x7FC00001), UINT64_MAX);
  EXPECT_EQ(ulp_distance(0x7FC00000, 0x7F800000), UINT64_MAX);
}

TEST(FirstDifference, EqualBytesHaveNone) {
  EXPECT_EQ(first_difference(bytes({1, 2}), bytes({1, 2})), "");
}

TEST(FirstDifference, SizesAreNamed) {
  EXPECT_EQ(first_difference(bytes({1}), bytes({1, 2})), "4 bytes, expected 8");
}

TEST(FirstDifference, TheByteIsNamed) {
  EXPECT_EQ(first_difference(bytes({1, 0x0200}), bytes({1, 0x0300})),
            "byte 5 is 0x02, expected 0x03");
}

TEST(FirstDifference, AToleranceCountsInUnitsOfTheLastPlace) {
  const auto expected = bytes({0x3F800000});
  EXPECT_EQ(first_difference(bytes({0x3F800004}), expected, 4), "");
  EXPECT_NE(first_difference(bytes({0x3F800005}), expected, 4), "");
  EXPECT_NE(first_difference(bytes({0x3F800001}), expected), "");
}

}  // namespace
}  // namespace tool
