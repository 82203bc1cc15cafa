#include "support/vectors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "base/encoding/hex.h"
#include "base/hash/fnv1a.h"
#include "specialization/keys.h"
#include "types.h"

namespace vyre::specialization {
namespace {

// Stands for a NUL in the texts of the vectors: our JSON reader refuses NUL in strings.
constexpr std::string_view kNul = "\xEE\x80\x80";  // U+E000

std::string text(JsonValue value) {
  std::string text(value.string());
  for (size_t at = text.find(kNul); at != std::string::npos; at = text.find(kNul, at)) {
    text.replace(at, kNul.size(), 1, '\0');
  }
  return text;
}

JsonDocument vectors() {
  std::string text = vyre::test::vector_text("spec_vectors.json");
  EXPECT_EQ(text.find("\\ue000"), std::string::npos);
  for (size_t at = text.find("\\u0000"); at != std::string::npos; at = text.find("\\u0000", at)) {
    text.replace(at, 6, "\\ue000");
  }
  return vyre::test::parsed(text);
}

uint64_t hexadecimal(std::string_view digits) {
  return std::strtoull(std::string(digits).c_str(), nullptr, 16);
}
uint64_t hexadecimal(JsonValue value) { return hexadecimal(value.string()); }

// The published table has no row for Quantized and gives it a sentinel; ours is its wire tag.
constexpr std::string_view kHole = "Quantized";

Value value_of(JsonValue vector) {
  const std::string_view type = vector.find("type").string();
  const JsonValue value = vector.find("value");
  if (type == "u32") return Value::u32(static_cast<uint32_t>(value.number()));
  if (type == "i32") return Value::i32(static_cast<int32_t>(value.number()));
  if (type == "bool") return Value::boolean(value.boolean());
  if (type == "f32") return Value::f32_bits(static_cast<uint32_t>(hexadecimal(value.find("bits"))));
  EXPECT_EQ(type, "dtype");
  const auto tag = ir::find_tag(value.string());
  EXPECT_TRUE(tag.has_value()) << value.string();
  return test::type_value(test::example(tag.value_or(ir::DataType::kU32)));
}

class SpecVectors : public testing::Test {
 protected:
  // Runs |check| on each vector of |group|, of which there must be |count|.
  template <typename Check>
  void each(JsonValue group, size_t count, const Check& check) {
    EXPECT_EQ(group.size(), count);
    size_t index = 0;
    for (const JsonValue vector : group) {
      SCOPED_TRACE(testing::Message() << "vector " << index++);
      check(vector);
    }
  }

  JsonValue group(std::string_view name) const { return document_.root().find(name); }

  JsonDocument document_ = vectors();
};

TEST_F(SpecVectors, DtypeTags) {
  each(group("dtype_tags"), 32, [](JsonValue vector) {
    const std::string_view name = vector.find("dtype").string();
    const auto tag = ir::find_tag(name);
    ASSERT_TRUE(tag.has_value()) << name;
    EXPECT_EQ(tag_number(*tag), hexadecimal(vector.find("wire_tag"))) << name;
    if (name != kHole) {
      EXPECT_EQ(tag_number(*tag), hexadecimal(vector.find("spec_tag"))) << name;
    }
  });
}

TEST_F(SpecVectors, SpecValueCacheHash) {
  each(group("spec_value_cache_hash"), 58, [](JsonValue vector) {
    const JsonValue given = vector.find("value");
    const Value value = value_of(vector);
    if (given.is(JsonValue::Kind::kString) && given.string() == kHole) {
      EXPECT_EQ(hexadecimal(vector.find("cache_hash")), 0xFFFFFFFF04u);
      EXPECT_EQ(value.contribution(), 0x1F04u);
      EXPECT_EQ(value.number(), 31.0);
      return;
    }
    EXPECT_EQ(value.contribution(), hexadecimal(vector.find("cache_hash")));
    EXPECT_EQ(std::bit_cast<uint64_t>(value.number()),
              hexadecimal(vector.find("pipeline_f64").find("f64_bits")));
  });
}

TEST_F(SpecVectors, SpecMapCacheHash) {
  each(group("spec_map_cache_hash"), 37, [](JsonValue vector) {
    Map map;
    for (const JsonValue insert : vector.find("inserts")) {
      ASSERT_TRUE(map.set(text(insert.find("key")), value_of(insert)).ok());
    }
    EXPECT_EQ(map.size(), static_cast<size_t>(vector.find("len").number()));
    EXPECT_EQ(map.hash(), hexadecimal(vector.find("cache_hash")));
    std::vector<std::string> order, names;
    for (const JsonValue name : vector.find("iteration_order")) order.push_back(text(name));
    for (const auto& [name, value] : map.entries()) names.push_back(name);
    EXPECT_EQ(names, order);
    const auto preimage = hex_decode(vector.find("fnv_preimage_hex").string());
    ASSERT_TRUE(preimage.has_value());
    Fnv1a hash;
    for (const uint8_t byte : *preimage) hash.byte(byte);
    EXPECT_EQ(hash.hash(), map.hash());
  });
}

TEST_F(SpecVectors, NumericConstants) {
  each(group("spec_map_cache_hash"), 37, [](JsonValue vector) {
    Map map;
    for (const JsonValue insert : vector.find("inserts")) {
      ASSERT_TRUE(map.set(text(insert.find("key")), value_of(insert)).ok());
    }
    EXPECT_EQ(map.size(), vector.find("numeric_constants").size());
    for (const auto& [name, value] : map.entries()) {
      std::string key = name;
      for (size_t at; (at = key.find('\0')) != std::string::npos;) key.replace(at, 1, kNul);
      const JsonValue expected = vector.find("numeric_constants").find(key);
      ASSERT_TRUE(expected) << name;
      EXPECT_EQ(std::bit_cast<uint64_t>(value.number()), hexadecimal(expected.find("f64_bits")))
          << name;
    }
  });
}

TEST_F(SpecVectors, VsaSpecializationKey) {
  each(group("vsa_specialization_key"), 7, [](JsonValue vector) {
    const auto bytes = hex_decode(vector.find("fingerprint_hex").string());
    ASSERT_TRUE(bytes.has_value());
    Digest fingerprint;
    ASSERT_EQ(bytes->size(), fingerprint.size());
    std::ranges::copy(*bytes, fingerprint.begin());
    const ProgramKey key = program_key(fingerprint, hexadecimal(vector.find("spec_hash")));
    const std::string_view digits = vector.find("key_u128").string();
    ASSERT_EQ(digits.size(), 34u);
    EXPECT_EQ(key.high, hexadecimal(digits.substr(2, 16)));
    EXPECT_EQ(key.low, hexadecimal(digits.substr(18)));
  });
}

TEST_F(SpecVectors, VersionedSpecializationArtifactKey) {
  const JsonValue keys = group("versioned_specialization_artifact_key").find("vectors");
  each(keys, 11, [](JsonValue vector) {
    EXPECT_EQ(
        artifact_key(static_cast<uint32_t>(vector.find("cache_version").number()),
                     text(vector.find("spec_hash")), text(vector.find("backend_fingerprint"))),
        vector.find("key").string());
    const auto preimage = hex_decode(vector.find("preimage_hex").string());
    ASSERT_TRUE(preimage.has_value());
    EXPECT_EQ(hex_encode(blake3(*preimage)), vector.find("key").string());
  });
}

}  // namespace
}  // namespace vyre::specialization
