#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "base/encoding/hex.h"
#include "specialization/map.h"
#include "support/value_of.h"
#include "types.h"

namespace vyre::specialization {
namespace {

using test::map_of;
using test::type_value;
using std::string_view_literals::operator""sv;

// {"a": 0, "b": 2} and one name with the first value inside: the hash sees the same bytes.
Map collision_left() { return map_of({{"a", Value::u32(0)}, {"b", Value::u32(2)}}); }
Map collision_right() { return map_of({{"a\0\0\0\0\0\0\0\0b"sv, Value::u32(2)}}); }

TEST(Encode, SeparatesTheConstructedCollision) {
  EXPECT_EQ(collision_left().hash(), 0x8BD77E6D808D5874u);
  EXPECT_EQ(collision_right().hash(), 0x8BD77E6D808D5874u);
  EXPECT_NE(encode(collision_left()), encode(collision_right()));
}

TEST(Encode, SeparatesZerosOfBothSigns) {
  EXPECT_NE(encode(map_of({{"K", Value::f32(0.0f)}})), encode(map_of({{"K", Value::f32(-0.0f)}})));
}

TEST(Encode, SeparatesVectorsOfDifferentElements) {
  const Map u32 = map_of({{"K", type_value("Vec<U32,4>")}});
  const Map f32 = map_of({{"K", type_value("Vec<F32,4>")}});
  const Map f32x2 = map_of({{"K", type_value("Vec<F32,2>")}});
  EXPECT_EQ(u32.hash(), f32x2.hash());  // which sees the outer tag alone
  EXPECT_NE(encode(u32), encode(f32));
  EXPECT_NE(encode(u32), encode(f32x2));
  EXPECT_NE(encode(f32), encode(f32x2));
}

TEST(Encode, SeparatesEveryParameterOfATypes) {
  const std::string_view types[] = {"Array<8>",
                                    "Array<9>",
                                    "Array<4294967304>",
                                    "Handle<1>",
                                    "Handle<2>",
                                    "Vec<U32,4>",
                                    "Vec<Vec<U32,2>,2>",
                                    "TensorShaped<F32,[2,3]>",
                                    "TensorShaped<F32,[3,2]>",
                                    "TensorShaped<F32,[6]>",
                                    "SparseCsr<F32>",
                                    "SparseCsr<F16>",
                                    "SparseCoo<F32>",
                                    "SparseBsr<F32,2,4>",
                                    "SparseBsr<F32,4,2>",
                                    "DeviceMesh<[2,4]>",
                                    "DeviceMesh<[24]>",
                                    "Quantized<I4,PerGroup(32),Absent>",
                                    "Quantized<I4,PerGroup(64),Absent>",
                                    "Quantized<I4,PerGroup(32),PerTensor>",
                                    "Quantized<I8,PerGroup(32),Absent>",
                                    "Opaque<2147483649>",
                                    "Opaque<2147483650>"};
  std::set<std::vector<uint8_t>> seen;
  for (const std::string_view type : types) {
    EXPECT_TRUE(seen.insert(encode(map_of({{"K", type_value(type)}}))).second) << type;
  }
}

TEST(Encode, TheFormIsTheDocumentedOne) {
  const Map map = map_of(
      {{"\xC3\xA9", type_value("Vec<F32,4>")}, {"", Value::i32(-1)}, {"K", Value::boolean(true)}});
  EXPECT_EQ(hex_encode(encode(map)),
            "0300000000000000"  // three entries
            "0000000000000000"
            "01"
            "ffffffff"  // "": i32 -1
            "0100000000000000"
            "4b"
            "03"
            "01000000"  // "K": true
            "0200000000000000"
            "c3a9"
            "04"  // "é": an element type
            "0a00000000000000"
            "5665633c4633322c343e");  // "Vec<F32,4>"
  EXPECT_EQ(hex_encode(encode(Map())), "0000000000000000");
}

TEST(Encode, EqualMapsHaveEqualBytes) {
  EXPECT_EQ(encode(map_of({{"A", Value::u32(1)}, {"B", type_value("Vec<F32, 4>")}})),
            encode(map_of({{"B", type_value("Vec<F32,4>")}, {"A", Value::u32(1)}})));
}

// Maps that are close to one another: short names of few letters, NUL among them, small values.
Map random_map(std::mt19937& random) {
  Map map;
  for (auto entries = random() % 3; entries != 0; --entries) {
    std::string name;
    for (auto size = random() % 3; size != 0; --size) name += "\0\1a"sv[random() % 3];
    const auto bits = static_cast<uint32_t>(random() % 2);
    const Value values[] = {Value::u32(bits), Value::i32(static_cast<int32_t>(bits)),
                            Value::f32_bits(bits << 31), Value::boolean(bits != 0),
                            type_value(bits == 0 ? "Vec<U32,1>" : "Vec<U32,2>")};
    EXPECT_TRUE(map.set(name, values[random() % 5]).ok());
  }
  return map;
}

TEST(Encode, DifferentMapsHaveDifferentBytes) {
  std::mt19937 random(7);
  std::map<std::vector<uint8_t>, Map> seen;
  for (int round = 0; round < 20000; ++round) {
    const Map map = random_map(random);
    const auto [known, is_new] = seen.emplace(encode(map), map);
    ASSERT_EQ(known->second, map);
  }
  EXPECT_GT(seen.size(), 3000u);
}

Map map_of_every_kind() {
  return map_of({{"", Value::u32(1)},
                 {"b", Value::boolean(true)},
                 {"f", Value::f32_bits(0xFFC12345u)},
                 {"i", Value::i32(-1)},
                 {"t", type_value("Vec<F32,4>")}});
}

TEST(Decode, GivesTheMap) {
  for (const Map& map : {Map(), map_of_every_kind()}) {
    const auto decoded = test::value_of(decode(encode(map)));
    EXPECT_EQ(decoded, map);
  }
}

TEST(Decode, RefusesEveryTruncation) {
  const std::vector<uint8_t> whole = encode(map_of_every_kind());
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(decode(std::span(whole).first(size)).ok()) << size;
  }
}

TEST(Decode, AcceptsNoSecondFormOfAMap) {
  const std::vector<uint8_t> whole = encode(map_of_every_kind());
  for (size_t bit = 0; bit < whole.size() * 8; ++bit) {
    std::vector<uint8_t> changed = whole;
    changed[bit / 8] ^= static_cast<uint8_t>(1u << bit % 8);
    const auto decoded = decode(changed);
    if (decoded.ok()) {
      EXPECT_EQ(encode(decoded.value()), changed) << bit;
    }
  }
  std::vector<uint8_t> longer = whole;
  longer.push_back(0);
  EXPECT_FALSE(decode(longer).ok());
}

}  // namespace
}  // namespace vyre::specialization
