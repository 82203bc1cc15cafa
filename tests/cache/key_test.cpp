#include "cache/key.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace vyre::cache {
namespace {

TEST(CacheKey, HoldsNamesAndLengths) {
  const std::set<Key> keys = {
      KeyBuilder().key(),
      KeyBuilder().add("a", "").key(),
      KeyBuilder().add("", "a").key(),
      KeyBuilder().add("a", "bc").key(),
      KeyBuilder().add("ab", "c").key(),
      KeyBuilder().add("a", "b").add("c", "").key(),
      KeyBuilder().add("a", "b").add("", "c").key(),
      KeyBuilder().add("a", uint64_t{0}).key(),
      KeyBuilder().add("a", std::string_view("\0\0\0\0\0\0\0", 7)).key(),
  };
  EXPECT_EQ(keys.size(), 9u);
}

void append(std::vector<uint8_t>& preimage, std::string_view text) {
  const uint8_t size[8] = {static_cast<uint8_t>(text.size())};
  preimage.insert(preimage.end(), size, size + 8);
  preimage.insert(preimage.end(), text.begin(), text.end());
}

TEST(CacheKey, IsTheDigestOfItsPartsWithTheirLengths) {
  std::vector<uint8_t> preimage;
  append(preimage, "vyre-driver artifact key 1");
  append(preimage, "program");
  append(preimage, "x");
  append(preimage, "width");
  append(preimage, std::string_view("\x40\x01\0\0\0\0\0\0", 8));
  EXPECT_EQ(KeyBuilder().add("program", "x").add("width", uint64_t{0x140}).key(), blake3(preimage));
}

}  // namespace
}  // namespace vyre::cache
