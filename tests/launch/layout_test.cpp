#include "launch/layout.h"

#include "support/build.h"
#include "support/matchers.h"
#include "support/refuses.h"
#include "support/value_of.h"

namespace vyre::launch {
namespace {

using test::Build;

// element_count() of a program's only buffer.
Result<uint32_t> count_of(const ir::Buffer& buffer, uint64_t bytes) {
  Build build;
  build.buffer("b", buffer);
  const auto program = build.finish({});
  const auto plan = BindingPlan::create(*program).take();
  return element_count(*program, plan.bindings[0], bytes);
}

TEST(Layout, StaticLengthsAreExactForEveryRole) {
  for (const ir::Buffer& buffer :
       {test::input(0, 3), test::in_out(0, 3), test::output(0, 3), test::uniform(0, 3)}) {
    const auto exact = test::value_of(count_of(buffer, 12));
    EXPECT_EQ(exact, 3u);
    for (const uint64_t bytes : {0u, 8u, 11u, 13u, 16u}) {
      const auto wrong = count_of(buffer, bytes);
      EXPECT_THAT(wrong, test::refuses(Code::kInvalidArgument,
                                       "parameter 'b' (slot 0) takes 12 bytes, got"))
          << bytes;
    }
  }
}

TEST(Layout, ADynamicLengthSetsTheCount) {
  const auto count = test::value_of(count_of(test::input(0, 0), 12));
  EXPECT_EQ(count, 3u);
  EXPECT_EQ(count_of(test::input(0, 0, ir::DataType::kU8), 5).value(), 5u);
  EXPECT_EQ(count_of(test::input(0, 0, ir::DataType::kBytes), 5).value(), 5u);
  EXPECT_EQ(count_of(test::input(0, 0, ir::DataType::kI4), 5).value(), 10u);
  EXPECT_EQ(count_of(test::input(0, 0, ir::DataType::kVec4U32), 32).value(), 2u);
  EXPECT_EQ(count_of(test::input(0, 0), 0).value(), 0u);
}

TEST(Layout, ADynamicLengthIsAMultipleOfTheElement) {
  const auto count = count_of(test::input(0, 0), 13);
  EXPECT_THAT(count, test::refuses(Code::kInvalidArgument, "elements of 4 bytes, got 13"));
}

TEST(Layout, ThreeNibblesTakeTwoBytes) {
  EXPECT_EQ(count_of(test::input(0, 3, ir::DataType::kI4), 2).value(), 3u);
  EXPECT_FALSE(count_of(test::input(0, 3, ir::DataType::kI4), 3).ok());
}

TEST(Layout, MoreElementsThan32BitsCountAreRefused) {
  EXPECT_EQ(count_of(test::input(0, 0, ir::DataType::kU8), 0xFFFFFFFFu).value(), 0xFFFFFFFFu);
  for (const uint64_t bytes : {0x100000000ull, 0xFFFFFFFFFFFFFFFFull}) {
    const auto count = count_of(test::input(0, 0, ir::DataType::kU8), bytes);
    ASSERT_FALSE(count.ok());
    EXPECT_THAT(count.error().text(), HasSubstr("more than 4294967295 elements"));
  }
  EXPECT_FALSE(count_of(test::input(0, 0, ir::DataType::kI4), 0xFFFFFFFFFFFFFFFFull).ok());
}

TEST(Layout, ElementsWithoutASizeCountAsNone) {
  EXPECT_EQ(count_of(test::input(0, 0, ir::DataType::kTensor), 64).value(), 0u);
}

TEST(Layout, PackedSizesThatOverflowAreRefused) {
  const ir::TypeTable types(std::pmr::get_default_resource());
  const auto bytes = packed_bytes(types, ir::scalar(ir::DataType::kU64), 1ull << 60);
  ASSERT_FALSE(bytes.ok());
  EXPECT_EQ(bytes.error().code(), Code::kInvalidProgram);
}

TEST(Layout, ParameterWordsBySlot) {
  BindingPlan plan;
  plan.bindings = {{.slot = 0, .role = Role::kShared}, {.slot = 1}, {.slot = 3}};
  const std::vector<uint32_t> counts = {64, 9, 0};
  EXPECT_EQ(parameter_words(plan, counts, 7).value(), (std::vector<uint32_t>{7, 0, 9, 0, 7}));
}

TEST(Layout, SlotsTooHighForParameterWordsAreRefused) {
  BindingPlan plan;
  plan.bindings = {{.slot = 0xFFFFFFFFu}};
  const std::vector<uint32_t> counts = {1};
  const auto words = parameter_words(plan, counts, 1);
  ASSERT_FALSE(words.ok());
  EXPECT_THAT(words.error().text(), HasSubstr("4294967297 parameter words"));
}

TEST(Layout, ARangeOutsideTheBufferIsRefused) {
  const auto layout = output_layout(16, ir::ByteRange{12, 17});
  ASSERT_FALSE(layout.ok());
  EXPECT_THAT(layout.error().text(), HasSubstr("[12, 17)"));
  EXPECT_FALSE(output_layout(16, ir::ByteRange{9, 8}).ok());
}

TEST(Layout, TheLargestBufferHasALayout) {
  const auto layout = test::value_of(output_layout(0xFFFFFFFFFFFFFFFFull, std::nullopt));
  EXPECT_EQ(layout.copy_bytes, 0xFFFFFFFFFFFFFFFFull);
  EXPECT_EQ(layout.word_count, 0x4000000000000000ull);
}

}  // namespace
}  // namespace vyre::launch
