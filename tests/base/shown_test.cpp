#include "base/encoding/shown.h"

#include <gtest/gtest.h>

#include "base/encoding/utf8.h"

namespace vyre {
namespace {

TEST(Shown, EscapesWhatATerminalOrAReaderWouldTakeForSomethingElse) {
  EXPECT_EQ(shown("größe 大"), "größe 大");
  EXPECT_EQ(shown(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(shown("\x1b[31m\x7f\r"), "\\x1b[31m\\x7f\\x0d");
  EXPECT_EQ(shown("\xff\xc3(\xc2\x85\xc2\xa0"), "\\xff\\xc3(\\xc2\\x85\xc2\xa0");
  EXPECT_EQ(shown("two\n\tlines"), "two\n\tlines");
  std::string escaped;
  append_shown(escaped, "two\n\tlines");
  EXPECT_EQ(escaped, "two\\x0a\\x09lines");
}

TEST(Shown, TellsHowLongWhatIsCutWas) {
  EXPECT_EQ(shown(std::string(100, 'a'), 10), "aaaaaaaaaa... (100 bytes)");
  EXPECT_EQ(shown("123456789ä" + std::string(100, 'a'), 10), "123456789... (111 bytes)");
  EXPECT_EQ(shown(std::string(100, '\0'), 10), "\\x00\\x00... (100 bytes)");
  EXPECT_EQ(shown(std::string(50, 'a'), 10), std::string(50, 'a'));  // the rest is no longer
}

TEST(Shown, OnceIsAsGoodAsTwice) {
  for (const size_t size : {0u, 9u, 10u, 11u, 49u, 50u, 51u, 100u, 10'000u}) {
    for (const char* piece : {"a", "\xff", "\x01", "ä", "a\n"}) {
      std::string text;
      while (text.size() < size) text += piece;
      const std::string once = shown(text, 10);
      EXPECT_TRUE(is_shown(once, 10)) << once;
      EXPECT_TRUE(is_utf8(once)) << once;
      EXPECT_EQ(shown(once, 10), once);
    }
  }
}

TEST(Shown, SaysWhetherATextIsFitAsItIs) {
  EXPECT_TRUE(is_shown("größe\n"));
  EXPECT_FALSE(is_shown("\x1b"));
  EXPECT_FALSE(is_shown("\xff"));
  EXPECT_FALSE(is_shown("\xc2\x80"));
  EXPECT_FALSE(is_shown(std::string(100, 'a'), 10));
}

}  // namespace
}  // namespace vyre
