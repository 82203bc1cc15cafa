// The published crates decoded, re-encoded and fingerprinted these programs; so do we.

#include <sstream>

#include "corpus.h"
#include "ir/wire/canonical.h"
#include "ir/wire/decode.h"
#include "ir/wire/encode.h"
#include "support/matchers.h"
#include "support/value_of.h"

namespace vyre::ir {
namespace {

// What the reader of these generations refuses and later ones read: schema 5.
bool is_of_later_form(const Blob& blob) { return blob.name == "header/4_xor_1"; }

class WireVectors : public testing::TestWithParam<const char*> {
 protected:
  const std::vector<Blob> blobs_ = read_corpus(GetParam());
};

TEST_P(WireVectors, AreAcceptedOrRejectedAsPublished) {
  const size_t left_out = GetParam() == std::string("validation.json") ? 4 : 0;
  EXPECT_EQ(blobs_.size(), test::case_count(GetParam()) - left_out);
  for (const Blob& blob : blobs_) {
    const auto program = decode_wire(blob.bytes);
    EXPECT_EQ(program.ok(), blob.accepted || is_of_later_form(blob))
        << blob.name << " " << blob.rule << " " << (program.ok() ? "" : program.error().text());
    if (program.ok()) continue;
    EXPECT_EQ(program.error().code(), Code::kMalformedWire) << blob.name;
    EXPECT_THAT(program.error().text(), HasSubstr("Fix: ")) << blob.name;
  }
}

TEST_P(WireVectors, EncodeToThePublishedBytes) {
  for (const Blob& blob : blobs_) {
    if (!blob.accepted) continue;
    SCOPED_TRACE(blob.name);
    const auto bytes = test::value_of(encode_wire(*test::value_of(decode_wire(blob.bytes))));
    EXPECT_EQ(hex_encode(bytes), hex_encode(blob.reencoded));
  }
}

TEST_P(WireVectors, HaveThePublishedFingerprint) {
  for (const Blob& blob : blobs_) {
    if (!blob.accepted || blob.fingerprint.empty()) continue;
    SCOPED_TRACE(blob.name);
    const auto digest = test::value_of(fingerprint(*test::value_of(decode_wire(blob.bytes))));
    EXPECT_EQ(hex_encode(digest), blob.fingerprint);
  }
}

TEST_P(WireVectors, CanonicalBytesDecodeToTheirOwnCanonicalForm) {
  for (const Blob& blob : blobs_) {
    if (!blob.accepted) continue;
    SCOPED_TRACE(blob.name);
    const auto canonical = test::value_of(encode_canonical(*decode_wire(blob.bytes).value()));
    const auto program = test::value_of(decode_wire(canonical));
    EXPECT_EQ(encode_canonical(*program).value(), canonical);
  }
}

INSTANTIATE_TEST_SUITE_P(Corpora, WireVectors, testing::ValuesIn(kCorpora), [](const auto& test) {
  const std::string file = test.param;
  return file.substr(0, file.find('.'));
});

// Rules that the published messages do not tell apart, so the vectors' numbers for them are
// guesses: counts over a limit, operands, types that cannot be stored.
std::string group_of(const std::string& rule) {
  for (const std::string group : {"D14 D21 D55 D64 D66 D98", "D22 D25", "D10 D57 D60"}) {
    if (group.find(rule) != std::string::npos) return group;
  }
  return rule;
}

// Whether |rule| is meant by a text like "D81-D83" or "D57/D102".
bool names_rule(const std::string& expected, const std::string& rule) {
  const auto number = [](const std::string& text) { return std::stoi(text.substr(1)); };
  if (const size_t dash = expected.find('-'); dash != std::string::npos) {
    return number(rule) >= number(expected) && number(rule) <= number(expected.substr(dash + 1));
  }
  std::istringstream rules(expected);
  for (std::string one; std::getline(rules, one, '/');) {
    if (group_of(one) == group_of(rule)) return true;
  }
  return false;
}

TEST(WireVectors, RejectionsNameThePublishedRule) {
  for (const Blob& blob : read_corpus("decode.json")) {
    if (blob.accepted || blob.rule.empty() || is_of_later_form(blob)) continue;
    const auto program = decode_wire(blob.bytes);
    ASSERT_FALSE(program.ok()) << blob.name;
    const std::string text = program.error().text();
    const std::string rule = text.substr(10, text.find(',') - 10);
    EXPECT_TRUE(names_rule(blob.rule, rule)) << blob.name << ": " << blob.rule << ", got " << text;
  }
}

}  // namespace
}  // namespace vyre::ir
