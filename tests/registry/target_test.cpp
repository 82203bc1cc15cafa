#include "registry/ops/target.h"

#include <vector>

#include "support/matchers.h"

namespace vyre::registry {
namespace {

using Kind = Target::Kind;

std::vector<Target> all_targets() {
  return {{Kind::kPtx, {}},           {Kind::kSpirV, {}},         {Kind::kPrimaryText, {}},
          {Kind::kPrimaryBinary, {}}, {Kind::kSecondaryText, {}}, {Kind::kNativeModule, {}},
          {Kind::kReference, {}},     {Kind::kExtension, "acme"}, {Kind::kExtension, "spv"},
          {Kind::kExtension, "ptx"},  {Kind::kExtension, "a:b"}};
}

TEST(Target, EveryTargetSurvivesTextAndBack) {
  for (const Target& target : all_targets()) {
    const Result<Target> back = parse_target(target_text(target));
    ASSERT_TRUE(back.ok()) << target_text(target);
    EXPECT_EQ(back.value(), target) << target_text(target);
  }
}

TEST(Target, TextsOfDifferentTargetsDiffer) {
  const std::vector<Target> targets = all_targets();
  for (size_t a = 0; a < targets.size(); ++a) {
    for (size_t b = 0; b < a; ++b) EXPECT_NE(target_text(targets[a]), target_text(targets[b]));
  }
}

TEST(Target, AotIdsAreThePublishedOnes) {
  EXPECT_EQ(aot_id({Kind::kPtx, {}}), "secondary_text");
  EXPECT_EQ(aot_id({Kind::kSecondaryText, {}}), "secondary_text");
  EXPECT_EQ(aot_id({Kind::kSpirV, {}}), "spv");
  EXPECT_EQ(aot_id({Kind::kPrimaryText, {}}), "primary_text");
  EXPECT_EQ(aot_id({Kind::kPrimaryBinary, {}}), "primary_binary");
  EXPECT_EQ(aot_id({Kind::kNativeModule, {}}), "native_module");
  EXPECT_EQ(aot_id({Kind::kReference, {}}), "reference_backend");
  EXPECT_EQ(aot_id({Kind::kExtension, "acme"}), "acme");
}

TEST(Target, SpvIsAnotherSpellingOfSpirv) {
  EXPECT_EQ(parse_target("spv").value(), (Target{Kind::kSpirV, {}}));
  EXPECT_EQ(parse_target("spirv").value(), (Target{Kind::kSpirV, {}}));
}

TEST(Target, UnknownTextsAreRefusedWithTheKnownOnes) {
  for (const std::string_view text : {"", "PTX", "cuda", "extension", "extension:", " ptx"}) {
    const Result<Target> target = parse_target(text);
    ASSERT_FALSE(target.ok()) << text;
    EXPECT_EQ(target.error().code(), Code::kInvalidArgument);
    EXPECT_THAT(target.error().text(), AllOf(HasSubstr("Fix: "), HasSubstr("secondary_text"),
                                             HasSubstr("extension:<id>")));
  }
}

}  // namespace
}  // namespace vyre::registry
