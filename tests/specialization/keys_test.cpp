#include "specialization/keys.h"

#include <gtest/gtest.h>

#include <set>

#include "ir/wire/canonical.h"
#include "support/build.h"
#include "types.h"

namespace vyre::specialization {
namespace {

using test::map_of;
using test::type_value;
using vyre::test::Build;
using std::string_view_literals::operator""sv;

// Stores |value| into its only buffer.
std::shared_ptr<const ir::Program> storing(uint32_t value) {
  Build build;
  build.buffer("out", vyre::test::output(0, 1));
  return build.finish({build.store("out", build.u32(0), build.u32(value))});
}

TEST(CacheKey, DiffersByTheHashOfTheMap) {
  const CacheKey one(0xDEAD, 0xBEEF, {64, 1, 1}, map_of({{"K", Value::u32(1)}}));
  const CacheKey two(0xDEAD, 0xBEEF, {64, 1, 1}, map_of({{"K", Value::u32(2)}}));
  EXPECT_NE(one, two);
  EXPECT_EQ(one, CacheKey(0xDEAD, 0xBEEF, {64, 1, 1}, map_of({{"K", Value::u32(1)}})));
}

TEST(CacheKey, DiffersByTheElementType) {
  EXPECT_NE(CacheKey(0, 0, {1, 1, 1}, map_of({{"dtype", type_value("F32")}})),
            CacheKey(0, 0, {1, 1, 1}, map_of({{"dtype", type_value("U32")}})));
}

TEST(CacheKey, EveryFieldCounts) {
  const Map map;
  const CacheKey key(1, 2, {3, 4, 5}, map);
  EXPECT_EQ(key.specialization_hash, map.hash());
  EXPECT_NE(key, CacheKey(9, 2, {3, 4, 5}, map));
  EXPECT_NE(key, CacheKey(1, 9, {3, 4, 5}, map));
  EXPECT_NE(key, CacheKey(1, 2, {9, 4, 5}, map));
  EXPECT_NE(key, CacheKey(1, 2, {3, 9, 5}, map));
  EXPECT_NE(key, CacheKey(1, 2, {3, 4, 9}, map));
}

TEST(ProgramKey, ASpecializationTouchesTheLowHalfAlone) {
  const auto program = storing(7);
  const Map one = map_of({{"K", Value::u32(1)}}), two = map_of({{"K", Value::u32(2)}});
  const auto a = program_key(*program, one), b = program_key(*program, two);
  ASSERT_TRUE(a.ok() && b.ok());
  EXPECT_EQ(a.value().high, b.value().high);
  EXPECT_NE(a.value().low, b.value().low);
  EXPECT_EQ(a.value().low, one.hash());
}

TEST(ProgramKey, TheHighHalfIsTheProgram) {
  const auto seven = storing(7), eight = storing(8);
  const auto a = program_key(*seven, Map()), b = program_key(*eight, Map());
  ASSERT_TRUE(a.ok() && b.ok());
  EXPECT_NE(a.value().high, b.value().high);
  EXPECT_EQ(a.value().low, b.value().low);
  EXPECT_EQ(a.value(), program_key(ir::fingerprint(*seven).take(), Map().hash()));
}

TEST(ArtifactKey, LengthsSeparateTheTexts) {
  EXPECT_EQ(artifact_key(1, "ab", "cd"),
            "e8c3304a97ce10469cdf4cc64d5606bfc7f9a9333f96f5a0db71430e899cad10");
  EXPECT_EQ(artifact_key(1, "abc", "d"),
            "dac679875ae0e15a00977f61a29eab7cea4514c8c994bd60020fd0a9ac5f2851");
  EXPECT_EQ(artifact_key(0, "", ""),
            "f651e18de08c7c8056ed9b745e62d62ebedb8bb3022393e7f7c63c578aa39e00");
}

TEST(ArtifactKey, TextsThatLookLikeTheLayoutDoNotMeet) {
  const std::set<std::string> keys = {
      artifact_key(1, "a\0backend\0"sv, "b"), artifact_key(1, "a", "\0backend\0b"sv),
      artifact_key(1, "", "a\0backend\0b"sv), artifact_key(2, "a\0backend\0"sv, "b")};
  EXPECT_EQ(keys.size(), 4u);
}

}  // namespace
}  // namespace vyre::specialization
