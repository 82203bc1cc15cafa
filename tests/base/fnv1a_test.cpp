#include "base/hash/fnv1a.h"

#include <gtest/gtest.h>

namespace vyre {
namespace {

TEST(Fnv1a, GivesThePublishedValues) {
  EXPECT_EQ(Fnv1a().hash(), 0xCBF29CE484222325u);
  EXPECT_EQ(Fnv1a().text("a").hash(), 0xAF63DC4C8601EC8Cu);
  EXPECT_EQ(Fnv1a().text("foobar").hash(), 0x85944171F73967E8u);
}

TEST(Fnv1a, NumbersAreTheirLittleEndianBytes) {
  EXPECT_EQ(Fnv1a().u64(0x0807060504030201).hash(),
            Fnv1a().text("\x01\x02\x03\x04\x05\x06\x07\x08").hash());
}

TEST(Fnv1a, BytesAboveAsciiAreNotSigned) {
  EXPECT_EQ(Fnv1a().text("\xFF").hash(), Fnv1a().byte(0xFF).hash());
}

}  // namespace
}  // namespace vyre
