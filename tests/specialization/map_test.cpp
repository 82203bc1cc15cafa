#include "specialization/map.h"

#include <algorithm>
#include <random>

#include "support/matchers.h"
#include "types.h"

namespace vyre::specialization {
namespace {

using test::map_of;
using test::type_value;

std::vector<std::string> names(const Map& map) {
  std::vector<std::string> names;
  for (const auto& [name, value] : map.entries()) names.push_back(name);
  return names;
}

TEST(Map, InsertionOrderDoesNotMatter) {
  const Map ab = map_of({{"A", Value::u32(1)}, {"B", Value::u32(2)}});
  const Map ba = map_of({{"B", Value::u32(2)}, {"A", Value::u32(1)}});
  EXPECT_EQ(ab.hash(), ba.hash());
  EXPECT_EQ(ab.hash(), 0x7FDF168A143CC515u);
  EXPECT_EQ(ab, ba);
}

TEST(Map, AnyOrderOfManyEntriesGivesOneMap) {
  std::vector<uint32_t> numbers(64);
  for (uint32_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
  std::mt19937 random(42);
  std::optional<Map> first;
  for (int round = 0; round < 100; ++round) {
    std::ranges::shuffle(numbers, random);
    Map map;
    for (const uint32_t n : numbers) ASSERT_TRUE(map.set(concat("k", n), Value::u32(n * n)).ok());
    if (!first) first = map;
    ASSERT_EQ(map, *first);
    ASSERT_EQ(map.hash(), first->hash());
  }
}

TEST(Map, ValueTypeAndElementTypeEachChangeTheHash) {
  const std::vector<Value> values = {Value::u32(1),        Value::u32(2),     Value::i32(1),
                                     Value::f32(1.0f),     Value::f32(1.5),   Value::boolean(false),
                                     Value::boolean(true), type_value("F32"), type_value("U32")};
  std::vector<uint64_t> hashes;
  for (const Value& value : values) hashes.push_back(map_of({{"K", value}}).hash());
  std::ranges::sort(hashes);
  EXPECT_EQ(std::ranges::adjacent_find(hashes), hashes.end());
}

TEST(Map, HashesAreThePublishedOnes) {
  EXPECT_EQ(Map().hash(), 0xCBF29CE484222325u);
  EXPECT_EQ(map_of({{"K", Value::u32(1)}}).hash(), 0xB4A95573D6942805u);
  EXPECT_EQ(map_of({{"K", Value::i32(1)}}).hash(), 0x48FF25683DDBCC70u);
  EXPECT_EQ(map_of({{"K", Value::f32(1.0f)}}).hash(), 0xBA4A4A0B0D9B09C7u);
  EXPECT_EQ(map_of({{"K", Value::boolean(true)}}).hash(), 0x0B09975627FD382Eu);
  EXPECT_EQ(map_of({{"dtype", type_value("F32")}}).hash(), 0xA5C88EDC7A7F60B2u);
}

TEST(Map, SettingAgainReplaces) {
  Map map = map_of({{"A", Value::f32(3.0f)}, {"B", Value::u32(2)}});
  ASSERT_TRUE(map.set("A", Value::boolean(true)).ok());
  EXPECT_EQ(map.size(), 2u);
  ASSERT_NE(map.find("A"), nullptr);
  EXPECT_EQ(*map.find("A"), Value::boolean(true));
}

TEST(Map, NamesAreOrderedByTheirBytes) {
  const Value one = Value::u32(1);
  const Map map = map_of({{"\xF0\x9F\x98\x80", one},
                          {"b", one},
                          {"\xEF\xBF\xAE", one},
                          {"\xC3\xA9", one},
                          {"B", one},
                          {"ba", one},
                          {"", one}});
  EXPECT_THAT(names(map),
              ElementsAre("", "B", "b", "ba", "\xC3\xA9", "\xEF\xBF\xAE", "\xF0\x9F\x98\x80"));
}

TEST(Map, ANulIsACharacterOfAName) {
  using std::string_view_literals::operator""sv;
  const Map map = map_of({{"a\0b"sv, Value::u32(1)}, {"a"sv, Value::u32(2)}});
  EXPECT_EQ(map.size(), 2u);
  ASSERT_NE(map.find("a\0b"sv), nullptr);
  EXPECT_EQ(map.find("a\0c"sv), nullptr);
}

TEST(Map, EntriesAreRemoved) {
  Map map = map_of({{"A", Value::u32(1)}, {"B", Value::u32(2)}});
  EXPECT_TRUE(map.remove("A"));
  EXPECT_FALSE(map.remove("A"));
  EXPECT_EQ(map, map_of({{"B", Value::u32(2)}}));
  map.clear();
  EXPECT_EQ(map, Map());
}

TEST(Map, NumericConstantsLoseTheKind) {
  const Map map = map_of({{"u", Value::u32(42)},
                          {"i", Value::i32(-42)},
                          {"f", Value::f32(2.5f)},
                          {"t", type_value("F32")}});
  std::vector<std::pair<std::string, double>> numbers;
  for (const auto& [name, value] : map.entries()) numbers.emplace_back(name, value.number());
  EXPECT_THAT(numbers,
              ElementsAre(Pair("f", 2.5), Pair("i", -42.0), Pair("t", 11.0), Pair("u", 42.0)));
}

TEST(Map, NamesThatAreNotUtf8AreRefused) {
  Map map;
  for (const std::string_view name : {"ab\xFF", "ab\xC3", "ab\xED\xA0\x80", "ab\xC0\x80"}) {
    const Status status = map.set(name, Value::u32(1));
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.code(), Code::kInvalidArgument);
    EXPECT_THAT(status.text(),
                AllOf(HasSubstr("not UTF-8 at byte 2"), HasSubstr("'ab'"), HasSubstr("Fix: ")));
  }
  EXPECT_EQ(map.size(), 0u);
}

TEST(Map, NamesAreAsLongAsTheWireFormCarries) {
  Map map;
  EXPECT_TRUE(map.set(std::string(1048576, 'n'), Value::u32(1)).ok());
  const Status status = map.set(std::string(1048577, 'n'), Value::u32(1));
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.text(), AllOf(HasSubstr("1048577 bytes"), HasSubstr("Fix: ")));
  EXPECT_EQ(map.size(), 1u);
}

}  // namespace
}  // namespace vyre::specialization
