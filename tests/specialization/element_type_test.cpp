#include <memory_resource>
#include <set>

#include "specialization/value.h"
#include "support/matchers.h"
#include "support/refuses.h"
#include "support/value_of.h"
#include "types.h"

namespace vyre::specialization {
namespace {

// Compilers spell a template argument that is no enumerator as a cast: "(vyre::ir::DataType)32".
template <ir::DataType kTag>
constexpr bool is_enumerator() {
  const std::string_view name = __PRETTY_FUNCTION__;
  return name[name.find("kTag = ") + 7] != '(';
}

template <size_t... kNumbers>
constexpr size_t enumerators(std::index_sequence<kNumbers...>) {
  return (size_t{is_enumerator<static_cast<ir::DataType>(kNumbers)>()} + ...);
}

static_assert(is_enumerator<ir::DataType::kU32>() && is_enumerator<ir::DataType::kOpaque>());
static_assert(!is_enumerator<static_cast<ir::DataType>(0)>());
static_assert(enumerators(std::make_index_sequence<256>()) == std::size(ir::kAllDataTypes),
              "every element type is in the list of which each has a number");

TEST(ElementType, EveryDataTypeHasANumberOfItsOwn) {
  std::set<uint32_t> numbers;
  for (const ir::DataType tag : ir::kAllDataTypes) {
    const ElementType type = test::type(test::example(tag));
    EXPECT_EQ(type.tag(), tag);
    EXPECT_EQ(type.spelling(), test::example(tag));
    EXPECT_TRUE(numbers.insert(tag_number(tag)).second) << type.spelling();
    EXPECT_NE(tag_number(tag), 0xFFFFFFFFu) << type.spelling();
  }
  EXPECT_EQ(numbers.size(), 32u);
}

TEST(ElementType, BlanksDoNotMakeAnotherType) {
  EXPECT_EQ(test::type("Vec<F32, 4>"), test::type("Vec<F32,4>"));
  EXPECT_EQ(test::type("Vec<F32, 4>").spelling(), "Vec<F32,4>");
}

TEST(ElementType, ParametersMakeAnotherType) {
  EXPECT_NE(test::type("Vec<U32,4>"), test::type("Vec<F32,4>"));
  EXPECT_NE(test::type("Vec<U32,4>"), test::type("Vec<U32,2>"));
}

TEST(ElementType, TakesTheTypeOfAProgram) {
  ir::TypeTable types(std::pmr::get_default_resource());
  const auto id = test::value_of(ir::parse_type_name(types, "Vec<F16,2>"));
  EXPECT_EQ(ElementType(types, id), test::type("Vec<F16,2>"));
}

TEST(ElementType, WhatIsNoTypeIsRefused) {
  for (const std::string_view text : {"", "F31", "Vec<F32", "Vec<F32,4>x", "u32", "Opaque<1>"}) {
    EXPECT_THAT(ElementType::parse(text), vyre::test::refuses(Code::kInvalidArgument, text));
  }
}

TEST(ElementType, ALongSpellingIsRefusedBeforeItIsRead) {
  const auto parsed = ElementType::parse(std::string(1048577, 'U'));
  ASSERT_FALSE(parsed.ok());
  EXPECT_THAT(parsed.error().text(), AllOf(HasSubstr("1048577"), HasSubstr("Fix: ")));
}

TEST(ElementType, DeepNestingIsReadAndWritten) {
  std::string text = "U32";
  for (int i = 0; i < 10000; ++i) text.insert(0, "Vec<").append(",1>");
  EXPECT_EQ(test::type(text).spelling(), text);
}

}  // namespace
}  // namespace vyre::specialization
