#include "base/encoding/hex.h"

#include <gtest/gtest.h>

namespace vyre {
namespace {

TEST(Hex, EncodesInLowercase) {
  EXPECT_EQ(hex_encode(std::vector<uint8_t>{0x00, 0x9A, 0xFF}), "009aff");
  EXPECT_EQ(hex_encode({}), "");
}

TEST(Hex, DecodesBothCases) {
  EXPECT_EQ(hex_decode("9aFf"), (std::vector<uint8_t>{0x9A, 0xFF}));
  EXPECT_EQ(hex_decode(""), std::vector<uint8_t>{});
}

TEST(Hex, RefusesOddLengthsAndOtherCharacters) {
  for (const char* text : {"0", "0g", "g0", "0x", " 0", "00 "}) {
    EXPECT_EQ(hex_decode(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace vyre
