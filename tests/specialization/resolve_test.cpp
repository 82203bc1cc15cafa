#include "specialization/resolve.h"

#include "ir/json/write.h"
#include "support/build.h"
#include "support/matchers.h"
#include "support/value_of.h"

namespace vyre::specialization {
namespace {

using ir::ConstantKind;
using ir::ConstantValue;

constexpr Workgroup kDeclared = {64, 2, 1};

Map map_of(std::initializer_list<std::pair<std::string_view, Value>> entries) {
  Map map;
  for (const auto& [name, value] : entries) EXPECT_TRUE(map.set(name, value).ok());
  return map;
}

std::string refusal(std::vector<ConstantValue> named, const Map& given,
                    Code code = Code::kInvalidArgument) {
  const auto resolved = resolve(named, given, kDeclared);
  if (resolved.ok()) return "accepted";
  EXPECT_EQ(resolved.error().code(), code);
  return resolved.error().text();
}

TEST(Resolve, GivenValuesGoBeforeDefaults) {
  const std::vector<ConstantValue> named = {{"a", ConstantKind::kU32, 1},
                                            {"b", ConstantKind::kI32, 2}};
  const auto values = test::value_of(resolve(named, map_of({{"b", Value::i32(-3)}}), kDeclared));
  EXPECT_EQ(values, map_of({{"a", Value::u32(1)}, {"b", Value::i32(-3)}}));
}

TEST(Resolve, DefaultsAreOfEveryKind) {
  const std::vector<ConstantValue> named = {{"b", ConstantKind::kBool, 1},
                                            {"e", ConstantKind::kElementType, 0x0B},
                                            {"f", ConstantKind::kF32, 0x7FC00001},
                                            {"i", ConstantKind::kI32, 0xFFFFFFFF}};
  const auto values = test::value_of(resolve(named, {}, kDeclared));
  EXPECT_EQ(values, map_of({{"b", Value::boolean(true)},
                            {"e", Value::element_type(ElementType::parse("F32").take())},
                            {"f", Value::f32_bits(0x7FC00001)},
                            {"i", Value::i32(-1)}}));
}

TEST(Resolve, AllMistakesAreToldAtOnce) {
  const std::string text =
      refusal({{"depth", ConstantKind::kU32, {}}, {"tile", ConstantKind::kU32, 16}},
              map_of({{"tile", Value::f32(16)}, {"tlie", Value::u32(8)}}), Code::kNotFound);
  EXPECT_THAT(text, HasSubstr("constant 'depth' is missing, and the program names it as U32 "
                              "without a default"));
  EXPECT_THAT(text, HasSubstr("constant 'tile' is given as F32 and the program names it as U32"));
  EXPECT_THAT(text, HasSubstr("the program names no constant 'tlie'"));
  EXPECT_THAT(text, HasSubstr("Fix: give each that has no default a value"));
  EXPECT_THAT(text, HasSubstr("'depth' (U32 without a default), 'tile' (U32 with the default 16)"));
}

TEST(Resolve, AProgramThatNamesNothingTakesNothing) {
  EXPECT_THAT(refusal({}, map_of({{"a", Value::u32(1)}}), Code::kNotFound),
              HasSubstr("Fix: leave them away: this program names no constants"));
}

TEST(Resolve, ManyMistakesAreCounted) {
  Map given;
  for (int i = 0; i < 40; ++i) EXPECT_TRUE(given.set(concat("n", i), Value::u32(0)).ok());
  const std::string text = refusal({}, given, Code::kNotFound);
  EXPECT_THAT(text, HasSubstr("and 24 more"));
  EXPECT_THAT(text, Not(HasSubstr("'n9'")));
}

TEST(Resolve, EveryUnknownNameIsAFinding) {
  Map given;
  for (int i = 0; i < 40; ++i) EXPECT_TRUE(given.set(concat("n", i), Value::u32(0)).ok());
  const auto resolved = resolve({}, given, kDeclared);
  ASSERT_FALSE(resolved.ok());
  const std::vector<Finding>& findings = resolved.error().info().findings;
  ASSERT_EQ(findings.size(), 40u);
  EXPECT_EQ(findings.back().path, "constant 'n9'");
  EXPECT_FALSE(findings.back().fix.empty());
}

TEST(Resolve, UnknownNamesCanBeIgnored) {
  const std::vector<ConstantValue> named = {{"a", ConstantKind::kU32, 1}};
  std::vector<std::string> ignored;
  const Map given = map_of({{"a", Value::u32(2)}, {"b", Value::u32(3)}, {"c", Value::u32(4)}});
  const auto values = test::value_of(resolve(named, given, kDeclared, &ignored));
  EXPECT_EQ(values, map_of({{"a", Value::u32(2)}}));
  EXPECT_THAT(ignored, ElementsAre("b", "c"));
  EXPECT_FALSE(resolve(named, map_of({{"a", Value::i32(2)}}), kDeclared, &ignored).ok());
}

TEST(Resolve, AnAxisWithoutAValueIsTheDeclaredOne) {
  const std::vector<ConstantValue> named = {{"vyre.workgroup.x", ConstantKind::kU32, {}},
                                            {"vyre.workgroup.y", ConstantKind::kU32, 2}};
  const auto values =
      test::value_of(resolve(named, map_of({{"vyre.workgroup.x", Value::u32(8)}}), kDeclared));
  EXPECT_EQ(workgroup_of(kDeclared, values), (Workgroup{8, 2, 1}));
  EXPECT_TRUE(names_workgroup_axis(values, 1));
  EXPECT_FALSE(names_workgroup_axis(values, 2));
  EXPECT_EQ(workgroup_of(kDeclared, resolve(named, {}, kDeclared).value()), kDeclared);
}

TEST(Resolve, AnAxisOfACompositionWithAnotherDefaultIsRefused) {
  EXPECT_THAT(refusal({{"vyre.workgroup.x", ConstantKind::kU32, 1}}, {}),
              HasSubstr("has the default 1 and the program declares 64"));
}

TEST(Resolve, LiteralsStandInPlaceOfValues) {
  test::Build b;
  b.buffer("out", test::output(0, 4));
  const auto program = b.finish(
      {b.let("a", b.spec("i", ConstantKind::kI32)), b.let("b", b.spec("f", ConstantKind::kF32)),
       b.let("c", b.spec("on", ConstantKind::kBool)),
       b.let("d", b.spec("e", ConstantKind::kElementType)), b.store("out", b.spec("n"), b.u32(1))});
  const Map values = map_of({{"i", Value::i32(-7)},
                             {"f", Value::f32(0.5f)},
                             {"on", Value::boolean(true)},
                             {"e", Value::element_type(ElementType::parse("Vec<F32,4>").take())},
                             {"n", Value::u32(3)}});
  const std::string text =
      ir::write_json(*with_literals(*program, values, std::pmr::get_default_resource()));
  for (const char* part :
       {R"("value": {"i32": -7})", R"("value": {"f32": 0.5})", R"("value": true)",
        R"("let": "d", "value": 20)", R"("store": "out", "at": 3)"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
  EXPECT_THAT(text, Not(HasSubstr("spec")));
}

}  // namespace
}  // namespace vyre::specialization
