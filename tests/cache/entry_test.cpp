#include "cache/entry.h"

#include <algorithm>

#include "base/encoding/little_endian.h"
#include "support.h"

namespace vyre::cache {
namespace {

const Key kKey = key_of_number(1);

Bytes whole_file(const Bytes& artifact = artifact_of_number(1, 300)) {
  const Header header = make_header(kKey, artifact);
  Bytes file(header.size() + artifact.size());
  std::ranges::copy(header, file.begin());
  std::ranges::copy(artifact, file.begin() + header.size());
  return file;
}

std::optional<Miss> miss_in(const Bytes& file, const Key& key = kKey) {
  const auto found = artifact_of(key, file);
  const Miss* miss = std::get_if<Miss>(&found);
  return miss == nullptr ? std::nullopt : std::optional(*miss);
}

// The header with a digest that fits it.
void sign(Bytes& file) {
  const Digest digest = blake3(std::span(file).first(88));
  std::copy(digest.begin(), digest.end(), file.begin() + 88);
}

TEST(CacheEntry, GivesBackWhatItHolds) {
  for (const size_t size : {size_t{0}, size_t{1}, size_t{300}, size_t{70'000}}) {
    const Bytes artifact = artifact_of_number(7, size);
    const Bytes file = whole_file(artifact);
    const auto found = artifact_of(kKey, file);
    ASSERT_TRUE(std::holds_alternative<std::span<const uint8_t>>(found));
    const auto bytes = std::get<std::span<const uint8_t>>(found);
    EXPECT_EQ(Bytes(bytes.begin(), bytes.end()), artifact);
  }
}

TEST(CacheEntry, EveryFlippedBitIsAMiss) {
  const Bytes file = whole_file();
  for (size_t bit = 0; bit < file.size() * 8; ++bit) {
    Bytes flipped = file;
    flipped[bit / 8] = static_cast<uint8_t>(flipped[bit / 8] ^ 1u << (bit % 8));
    const auto miss = miss_in(flipped);
    ASSERT_TRUE(miss) << "bit " << bit;
    const size_t byte = bit / 8;
    if (byte < 8)
      EXPECT_EQ(*miss, Miss::kNotAnEntry);
    else if (byte >= 8 && byte < 12)
      EXPECT_EQ(*miss, bit == 64 ? Miss::kOlderForm : Miss::kNewerForm);
    else
      EXPECT_EQ(*miss, byte < kHeaderBytes ? Miss::kDamagedHeader : Miss::kDamagedBytes);
  }
}

TEST(CacheEntry, EveryTruncationAndGrowthIsAMiss) {
  const Bytes file = whole_file();
  for (size_t size = 0; size < file.size(); ++size) {
    const auto miss =
        miss_in(Bytes(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size)));
    ASSERT_EQ(miss, Miss::kTruncated) << size;
  }
  Bytes longer = file;
  longer.push_back(0);
  EXPECT_EQ(miss_in(longer), Miss::kDamagedBytes);
}

TEST(CacheEntry, AnEntryOfAnotherKeyIsAMiss) {
  EXPECT_EQ(miss_in(whole_file(), key_of_number(2)), Miss::kOtherKey);
}

TEST(CacheEntry, SignedLiesAboutLengthsAreMisses) {
  for (const uint64_t length : {uint64_t{0}, uint64_t{299}, uint64_t{301}, uint64_t{1} << 32,
                                (uint64_t{1} << 32) + 300, UINT64_MAX}) {
    Bytes file = whole_file();
    store_little_endian(file.data() + 48, length);
    sign(file);
    EXPECT_EQ(miss_in(file), length > 300 ? Miss::kTruncated : Miss::kDamagedBytes) << length;
  }
}

TEST(CacheEntry, OtherFormsAreToldApart) {
  for (const uint32_t form : {kForm - 1, kForm + 1, UINT32_MAX}) {
    Bytes file = whole_file();
    store_little_endian(file.data() + 8, form);
    sign(file);
    EXPECT_EQ(miss_in(file), form < kForm ? Miss::kOlderForm : Miss::kNewerForm);
  }
}

}  // namespace
}  // namespace vyre::cache
