#include "ir/wire/canonical.h"

#include <gtest/gtest.h>

#include "ir/json/read.h"
#include "support/value_of.h"

namespace vyre::ir {
namespace {

std::vector<uint8_t> canonical(const std::string& text) {
  return test::value_of(encode_canonical(*test::value_of(read_json(text))));
}

std::vector<uint8_t> body(const std::string& statements) {
  return canonical(R"({"body": [)" + statements + "]}");
}
std::vector<uint8_t> value(const std::string& expr) {
  return body(R"({"let": "x", "value": )" + expr + "}");
}

TEST(Canonical, BufferOrderDoesNotCount) {
  const std::string a = R"({"name": "a", "type": "U32", "binding": 0})";
  const std::string bb =
      R"({"name": "bb", "type": "U32", "binding": 1, "count": 1, "output": true})";
  const auto with = [](const std::string& first, const std::string& second) {
    return canonical(R"({"buffers": [)" + first + ", " + second + R"(], "body": []})");
  };
  EXPECT_EQ(with(a, bb), with(bb, a));
  EXPECT_NE(with(a, bb), with(a, R"({"name": "bb", "type": "U32", "binding": 2, "count": 1})"));
}

TEST(Canonical, EqualNamesAreOrderedByTheOtherFields) {
  const auto with = [](const std::string& first, const std::string& second) {
    const std::string head = R"({"name": "a", "type": "U32", "binding": 0, )";
    return canonical(R"({"buffers": [)" + head + first + "}, " + head + second +
                     R"(}], "body": []})");
  };
  for (const auto& [one, other] : {std::pair{R"("count": 1)", R"("count": 2)"},
                                   {R"("kind": "push")", R"("kind": "persistent")"},
                                   {R"("hints": {"alignment": 4})", R"("hints": {"alignment": 8})"},
                                   {R"("output_byte_range": [0, 0])", R"("access": "uniform")"}}) {
    EXPECT_EQ(with(one, other), with(other, one)) << one;
  }
}

TEST(Canonical, BlocksWithoutALetDissolve) {
  const auto plain = body(R"("return", "barrier")");
  EXPECT_EQ(body(R"({"block": ["return", {"block": [{"block": []}, "barrier"]}]})"), plain);
  EXPECT_NE(body(R"({"block": ["return", {"let": "x", "value": 1}]}, "barrier")"),
            body(R"("return", {"let": "x", "value": 1}, "barrier")"));
  // The outer block declares nothing, the inner one does.
  EXPECT_EQ(body(R"({"block": [{"block": [{"let": "x", "value": 1}]}]})"),
            body(R"({"block": [{"let": "x", "value": 1}]})"));
}

TEST(Canonical, BlocksDissolveInEveryKindOfList) {
  const std::string block = R"({"block": ["return"]})";
  EXPECT_EQ(body(R"({"if": true, "then": [)" + block + R"(], "else": [)" + block + "]}"),
            body(R"({"if": true, "then": ["return"], "else": ["return"]})"));
  EXPECT_EQ(body(R"({"loop": "i", "to": 1, "body": [)" + block + "]}"),
            body(R"({"loop": "i", "to": 1, "body": ["return"]})"));
  EXPECT_EQ(canonical(R"({"entry": [)" + block + "]}"), canonical(R"({"entry": ["return"]})"));
}

TEST(Canonical, LiteralsGoRight) {
  EXPECT_EQ(value(R"({"add": [1, "a"]})"), value(R"({"add": ["a", 1]})"));
  EXPECT_EQ(value(R"({"min": [{"f32": 2}, {"f32": 1}]})"),
            value(R"({"min": [{"f32": 1}, {"f32": 2}]})"));
  EXPECT_NE(value(R"({"sub": [1, "a"]})"), value(R"({"sub": ["a", 1]})"));
  // The 64-bit literals are extensions, not literals.
  EXPECT_NE(value(R"({"add": [{"u64": "1"}, "a"]})"), value(R"({"add": ["a", {"u64": "1"}]})"));
}

TEST(Canonical, OnlyExactOperatorsSortOtherOperands) {
  for (const char* op : {"wrapping_add", "saturating_add", "saturating_mul", "bit_and", "bit_or",
                         "bit_xor", "eq", "ne", "and", "or", "abs_diff"}) {
    EXPECT_EQ(value(concat("{\"", op, R"(": ["a", "b"]})")),
              value(concat("{\"", op, R"(": ["b", "a"]})")))
        << op;
  }
  for (const char* op : {"add", "mul", "min", "max", "sub", "lt", "shl", "mul_high"}) {
    EXPECT_NE(value(concat("{\"", op, R"(": ["a", "b"]})")),
              value(concat("{\"", op, R"(": ["b", "a"]})")))
        << op;
  }
}

TEST(Canonical, OperandsAreSortedFromTheInsideOut) {
  EXPECT_EQ(value(R"({"bit_or": [{"bit_and": [1, "z"]}, {"bit_and": ["a", 1]}]})"),
            value(R"({"bit_or": [{"bit_and": ["a", 1]}, {"bit_and": ["z", 1]}]})"));
}

// A trait wants form 6, which has other results for the cast.
TEST(Canonical, WhatTheFormDoesNotMeanIsPartOfTheIdentity) {
  const auto identity = [](const std::string& semantics) {
    const auto program = test::value_of(read_json(concat(
        R"({"semantics": ")", semantics,
        R"(", "buffers": [{"name": "a", "type": "I32", "linear_type": "linear"}],)"
        R"( "body": [{"let": "x", "value": {"cast": "I64", "value": {"load": "a", "at": 0}}}]})")));
    return test::value_of(fingerprint(*program));
  };
  EXPECT_NE(identity("0.6.2"), identity("0.7"));
  EXPECT_EQ(identity("0.6.5"), identity("0.7"));
}

TEST(Canonical, ProgramsThatDoNotEncodeHaveNoFingerprint) {
  const auto program = test::value_of(read_json(R"({"workgroup_size": [0, 1, 1], "body": []})"));
  EXPECT_FALSE(fingerprint(*program).ok());
}

}  // namespace
}  // namespace vyre::ir
