#include "base/encoding/base64.h"

#include <gtest/gtest.h>

#include <string_view>

namespace vyre {
namespace {

std::string encoded(std::string_view text) { return base64_encode(std::as_bytes(std::span(text))); }

// Of RFC 4648.
TEST(Base64, PadsWhatIsLeftOver) {
  EXPECT_EQ(encoded(""), "");
  EXPECT_EQ(encoded("f"), "Zg==");
  EXPECT_EQ(encoded("fo"), "Zm8=");
  EXPECT_EQ(encoded("foo"), "Zm9v");
  EXPECT_EQ(encoded("foobar"), "Zm9vYmFy");
}

TEST(Base64, HasADigitForEverySixBits) {
  EXPECT_EQ(encoded(std::string_view("\xFB\xEF\xBE\xFF\xFF\xFF\0\0\0", 9)), "++++////AAAA");
}

}  // namespace
}  // namespace vyre
