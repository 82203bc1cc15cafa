#include "base/encoding/utf8.h"

#include <gtest/gtest.h>

namespace vyre {
namespace {

TEST(Utf8, AcceptsTheEndsOfEveryLength) {
  EXPECT_TRUE(is_utf8(""));
  EXPECT_TRUE(is_utf8(std::string_view("\0", 1)));
  for (const char* text :
       {"\x7F", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
        "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_TRUE(is_utf8(text)) << text;
  }
}

TEST(Utf8, RefusesOverLongForms) {
  for (const char* text : {"\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xF0\x8F\xBF\xBF"}) {
    EXPECT_FALSE(is_utf8(text));
  }
}

TEST(Utf8, RefusesSurrogatesAndWhatIsTooLarge) {
  for (const char* text :
       {"\xED\xA0\x80", "\xED\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"}) {
    EXPECT_FALSE(is_utf8(text));
  }
}

TEST(Utf8, RefusesCutAndStrayBytes) {
  for (const char* text :
       {"\x80", "\xC2", "\xE0\xA0", "\xF0\x90\x80", "\xC2z", "\xE0\xA0z", "\xF0\x90\x80z"}) {
    EXPECT_FALSE(is_utf8(text));
  }
}

TEST(Utf8, NamesTheFirstBadByteAlsoAfterLongText) {
  EXPECT_EQ(utf8_prefix("twenty ascii letters\xC3\xA4\xFFz"), 22u);
  EXPECT_EQ(utf8_prefix("1234567\xFF"), 7u);
  EXPECT_EQ(utf8_prefix("12345678\xC3"), 8u);
}

}  // namespace
}  // namespace vyre
