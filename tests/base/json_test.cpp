#include <string>
#include <vector>

#include "base/json/document.h"
#include "base/json/grammar.h"
#include "base/json/writer.h"
#include "support/matchers.h"
#include "support/value_of.h"

namespace vyre {
namespace {

std::string refusal(std::string_view text) {
  const Status status = check_json(text);
  if (status.ok()) return "accepted";
  EXPECT_EQ(status.code(), Code::kMalformedJson);
  EXPECT_THAT(status.text(), HasSubstr("Fix: "));
  return status.text();
}

TEST(Json, ReadsEveryKindOfValue) {
  auto document = test::value_of(
      JsonDocument::parse(R"( {"a": [1, -2.5e1, "x\u00e4\ud83d\ude00\n", true, null], "b": {}} )"));
  const JsonValue list = document.root().find("a");
  std::vector<JsonValue> items;
  for (const JsonValue item : list) items.push_back(item);
  ASSERT_EQ(items.size(), 5u);
  EXPECT_EQ(list.size(), 5u);
  EXPECT_EQ(items[0].number(), 1.0);
  EXPECT_EQ(items[1].number(), -25.0);
  EXPECT_EQ(items[2].string(), "xä😀\n");
  EXPECT_TRUE(items[3].boolean());
  EXPECT_EQ(items[4].kind(), JsonValue::Kind::kNull);
  EXPECT_EQ(document.root().find("b").kind(), JsonValue::Kind::kObject);
  EXPECT_FALSE(document.root().find("c"));
}

TEST(Json, RefusesTrailingText) {
  EXPECT_THAT(refusal("{} x"), HasSubstr("text follows the end"));
  EXPECT_THAT(refusal("1 2"), HasSubstr("line 1, column 3"));
  EXPECT_THAT(refusal(std::string_view("{}\0", 3)), HasSubstr("text follows the end"));
}

TEST(Json, RefusesDuplicateKeysAlsoWhenOneIsEscaped) {
  EXPECT_THAT(refusal(R"({"a": 1, "b": 2, "a": 3})"), HasSubstr("key 'a' twice"));
  EXPECT_THAT(refusal(R"({"x": [{"a": 1, "\u0061": 2}]})"), HasSubstr("at x[0]: "));
  EXPECT_EQ(refusal(R"({"a": {"a": 1}, "b": {"a": 2}})"), "accepted");
}

TEST(Json, RefusesInvalidUtf8) {
  EXPECT_THAT(refusal("{\"a\": \"\xC3\x28\"}"), HasSubstr("byte 7: not valid UTF-8"));
}

TEST(Json, RefusesNulAndHalfSurrogates) {
  EXPECT_THAT(refusal(R"("a\u0000b")"), HasSubstr("NUL"));
  for (const char* text : {R"("\ud800")", R"("\udc00")", R"("\ud800\ud800")", R"("\ud800x")"}) {
    EXPECT_THAT(refusal(text), HasSubstr("surrogate")) << text;
  }
}

TEST(Json, RefusesWhatTheGrammarDoesNotHave) {
  for (const char* text :
       {"",         " ",          "{",       "[",           "[1",     "[1,",     "[1,]",  "{\"a\"}",
        "{\"a\":}", "{\"a\":1,}", "{a:1}",   "'a'",         "nul",    "truth",   "+1",    "01",
        "1.",       ".5",         "-",       "1e",          "1e+",    "--1",     "0x10",  "NaN",
        "Infinity", "\"a",        "\"\\x\"", "\"\\u12g4\"", "\"\t\"", "// c\n1", "[1 2]", "]"}) {
    EXPECT_NE(refusal(text), "accepted") << text;
  }
}

TEST(Json, NamesLineColumnAndPath) {
  EXPECT_THAT(refusal("{\"a\": [\n  1,\n  {\"b\": tru}\n]}"),
              HasSubstr("line 3, column 9, at a[1].b: expected a value"));
}

TEST(Json, BoundsNestingAndNumbers) {
  const std::string open(kMaxJsonNesting, '['), close(kMaxJsonNesting, ']');
  EXPECT_TRUE(JsonDocument::parse(open + close).ok());
  EXPECT_THAT(refusal("[" + open + close + "]"), HasSubstr("more than 1000"));
  EXPECT_EQ(refusal(std::string(63, '1')), "accepted");
  EXPECT_THAT(refusal(std::string(64, '1')), HasSubstr("64 characters"));
}

TEST(JsonWriter, LaysOutLinesAndInlineParts) {
  JsonWriter writer;
  writer.begin_object(JsonWriter::Layout::kLines).key("a").integer(1);
  writer.key("b").begin_array(JsonWriter::Layout::kLines);
  writer.begin_object().key("x").boolean(true).key("y").null().end();
  writer.begin_array(JsonWriter::Layout::kLines).end().end();
  writer.key("c").begin_array().number(0.1).string("q\"\\\n\x01").end().end();
  EXPECT_EQ(writer.take(),
            "{\n  \"a\": 1,\n  \"b\": [\n    {\"x\": true, \"y\": null},\n    []\n  ],\n"
            "  \"c\": [0.1, \"q\\\"\\\\\\n\\u0001\"]\n}");
}

}  // namespace
}  // namespace vyre
