#include "ir/program/display_name.h"

#include <gtest/gtest.h>

namespace vyre::ir {
namespace {

TEST(DisplayName, QuotesAndEscapes) {
  EXPECT_EQ(display_name("out"), "'out'");
  EXPECT_EQ(display_name(""), "''");
  EXPECT_EQ(display_name(std::string_view("a\0b\n\x7f", 5)), "'a\\x00b\\x0a\\x7f'");
  EXPECT_EQ(display_name("größe"), "'größe'");
}

TEST(DisplayName, SaysNoWayOut) {
  EXPECT_EQ(display_tag("no blocks. Fix: route them. Fix: wait"),
            "'no blocks. Fix:\\x20route them. Fix:\\x20wait'");
}

TEST(DisplayName, CutsLongNamesBetweenCharacters) {
  EXPECT_EQ(display_name(std::string(80, 'a')), "'" + std::string(80, 'a') + "'");
  EXPECT_EQ(display_name(std::string(81, 'a')), "'" + std::string(80, 'a') + "...'");
  EXPECT_EQ(display_name(std::string(79, 'a') + "öö"), "'" + std::string(79, 'a') + "...'");
}

TEST(DisplayName, ShowsTagsWholeUpToALength) {
  EXPECT_EQ(display_tag("a\n" + std::string(1000, 'b')), "'a\\x0a" + std::string(1000, 'b') + "'");
  EXPECT_EQ(display_tag(std::string(5000, 'a')), "'" + std::string(4096, 'a') + "...'");
}

}  // namespace
}  // namespace vyre::ir
