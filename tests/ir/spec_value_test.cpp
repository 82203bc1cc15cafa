#include "ir/json/read.h"
#include "ir/json/write.h"
#include "ir/program/constant_value.h"
#include "ir/validate/validate.h"
#include "ir/wire/canonical.h"
#include "ir/wire/decode.h"
#include "ir/wire/encode.h"
#include "support/build.h"
#include "support/matchers.h"
#include "support/value_of.h"

namespace vyre::ir {
namespace {

using test::Build;
using Payload = std::vector<uint8_t>;

constexpr ConstantValue kTile{"tile", ConstantKind::kU32, 16};

std::string refusal(const Payload& payload) {
  const auto value = read_constant_value(payload);
  return value.ok() ? "accepted" : value.error().text();
}

Payload changed(size_t at, uint8_t byte, ConstantValue value = kTile) {
  Payload payload = write_constant_value(value);
  payload[at] = byte;
  return payload;
}

// "CODE path" of each error.
std::vector<std::string> errors(const Program& program) {
  std::vector<std::string> result;
  for (const Finding& finding : find_violations(program).errors) {
    result.push_back(finding.code + " " + finding.path);
  }
  return result;
}

std::string first_error(const Program& program) {
  const auto report = find_violations(program);
  return report.errors.empty() ? "valid" : report.errors.front().text;
}

std::shared_ptr<const Program> storing(ExprId (*value)(Build&)) {
  Build b(64, {{"out", test::output(0, 4)}});
  return b.finish({b.store("out", b.u32(0), value(b))});
}

TEST(ConstantValue, ThePayloadIsTheDocumentedOne) {
  EXPECT_EQ(write_constant_value(kTile), (Payload{1, 0, 1, 16, 0, 0, 0, 't', 'i', 'l', 'e'}));
  EXPECT_EQ(write_constant_value({"on", ConstantKind::kBool, {}}),
            (Payload{1, 3, 0, 0, 0, 0, 0, 'o', 'n'}));
}

TEST(ConstantValue, PayloadsReadBackToTheSame) {
  for (const ConstantValue& value :
       {kTile, ConstantValue{"i", ConstantKind::kI32, 0xFFFFFFFFu},
        ConstantValue{"f", ConstantKind::kF32, 0x7FC00001},
        ConstantValue{"b", ConstantKind::kBool, 1},
        ConstantValue{"e", ConstantKind::kElementType, 0x0B},
        ConstantValue{"n", ConstantKind::kI32, {}},
        ConstantValue{std::string_view("a\0b", 3), ConstantKind::kU32, 0}}) {
    const Payload payload = write_constant_value(value);
    const auto read = test::value_of(read_constant_value(payload));
    EXPECT_EQ(read, value);
  }
}

TEST(ConstantValue, EveryMalformedPayloadIsNamed) {
  EXPECT_THAT(refusal({}), HasSubstr("it has 0 bytes, fewer than 7"));
  EXPECT_THAT(refusal(changed(0, 2)), HasSubstr("its form is 2, not 1"));
  EXPECT_THAT(refusal(changed(1, 5)), HasSubstr("its kind is 5"));
  EXPECT_THAT(refusal(changed(2, 2)), HasSubstr("byte 2 is 2, not 0 or 1"));
  EXPECT_THAT(refusal(changed(2, 0)), HasSubstr("it has the bits 16 of a default and no default"));
  EXPECT_THAT(refusal(changed(7, 0xFF)), HasSubstr("its name is not UTF-8"));
  EXPECT_THAT(refusal(changed(3, 2, {"b", ConstantKind::kBool, 1})), HasSubstr("a Bool is 0 or 1"));
  EXPECT_THAT(refusal(Payload(write_constant_value({"", ConstantKind::kU32, {}}))),
              HasSubstr("its name is empty"));
  for (const uint8_t tag : std::initializer_list<uint8_t>{
           0x00, 0x08, 0x14, 0x20, 0x80}) {  // none, Array, Vec, none, Opaque
    EXPECT_THAT(refusal(changed(3, tag, {"e", ConstantKind::kElementType, 1})),
                HasSubstr("is no element type without parameters"));
  }
}

TEST(ConstantValue, AProgramListsItsValuesInTheOrderOfNames) {
  Build b({{"out", test::output(0, 4)}});
  const auto sum = b.add(b.spec("b", ConstantKind::kU32, 1), b.spec("a"));
  const auto program =
      b.finish({b.store("out", b.u32(0), sum), b.store("out", b.spec("a"), b.u32(1))});
  const auto values = test::value_of(constant_values(*program));
  EXPECT_THAT(values, ElementsAre(ConstantValue{"a", ConstantKind::kU32, {}},
                                  ConstantValue{"b", ConstantKind::kU32, 1}));
}

TEST(ConstantValue, PlacesThatDisagreeAreNamedWithBoth) {
  Build b({{"out", test::output(0, 4)}});
  const auto program = b.finish({b.store("out", b.spec("n", ConstantKind::kU32, 1), b.u32(0)),
                                 b.store("out", b.spec("n", ConstantKind::kU32, 2), b.u32(0)),
                                 b.store("out", b.spec("n", ConstantKind::kU32, 1), b.u32(0))});
  const auto values = constant_values(*program);
  ASSERT_FALSE(values.ok());
  EXPECT_EQ(values.error().code(), Code::kInvalidProgram);
  EXPECT_THAT(values.error().text(), HasSubstr("'n' is U32 with the default 1 in one place and "
                                               "U32 with the default 2 in another. Fix: "));
  EXPECT_THAT(errors(*program), ElementsAre("R-SPEC body[0].region.body[1].store.at"));
  EXPECT_THAT(first_error(*program), HasSubstr("'n' is U32 with the default 2, and U32 with the "
                                               "default 1 where it is named first"));
}

TEST(ConstantValue, AProgramThatIsNotValidListsWhatItCan) {
  Build b({{"out", test::output(0, 4)}});
  const auto program = b.finish({b.store("out", b.spec("n", ConstantKind::kU32, 1), b.u32(0)),
                                 b.store("out", b.opaque(kConstantKind, {9}), b.u32(0)),
                                 b.store("out", b.spec("n", ConstantKind::kU32, 2), b.spec("a"))});
  EXPECT_THAT(named_constants(*program), ElementsAre(ConstantValue{"a", ConstantKind::kU32, {}},
                                                     ConstantValue{"n", ConstantKind::kU32, 1}));
}

TEST(ConstantValue, EachKindHasItsStaticType) {
  const auto u32 = storing([](Build& b) { return b.spec("a", ConstantKind::kU32); });
  const auto element = storing([](Build& b) { return b.spec("a", ConstantKind::kElementType); });
  EXPECT_EQ(first_error(*u32), "valid");
  EXPECT_EQ(first_error(*element), "valid");
  const auto i32 = storing([](Build& b) { return b.spec("a", ConstantKind::kI32); });
  const auto f32 = storing([](Build& b) { return b.spec("a", ConstantKind::kF32); });
  const auto boolean = storing([](Build& b) { return b.spec("a", ConstantKind::kBool); });
  EXPECT_THAT(first_error(*i32), HasSubstr("the value is I32"));
  EXPECT_THAT(first_error(*f32), HasSubstr("the value is F32"));
  EXPECT_THAT(first_error(*boolean), HasSubstr("the value is Bool"));
}

TEST(ConstantValue, AMalformedOneIsAFindingWhereItStands) {
  Build b({{"out", test::output(0, 4)}});
  const auto bad = b.opaque(kConstantKind, {1, 9, 0, 0, 0, 0, 0, 'x'});
  const auto program = b.finish({b.store("out", b.u32(0), bad)});
  EXPECT_THAT(errors(*program), ElementsAre("V030 body[0].region.body[0].store.value"));
  EXPECT_THAT(first_error(*program), HasSubstr("its kind is 9"));
}

TEST(ConstantValue, ItIsTheSameInAllInvocationsOfAWorkgroup) {
  Build b(64, {{"out", test::output(0, 4)}});
  const auto loop = b.loop("i", b.u32(0), b.spec("trips"), {b.barrier()});
  EXPECT_THAT(errors(*b.finish({loop})), ElementsAre());
}

TEST(ConstantValue, AWorkgroupSizeIsAU32WithTheDeclaredSize) {
  const auto good =
      storing([](Build& b) { return b.spec("vyre.workgroup.x", ConstantKind::kU32, 64); });
  EXPECT_EQ(first_error(*good), "valid");
  const auto other =
      storing([](Build& b) { return b.spec("vyre.workgroup.x", ConstantKind::kU32, 8); });
  EXPECT_THAT(first_error(*other), HasSubstr("has the default 8 and the program declares 64"));
  const auto kind =
      storing([](Build& b) { return b.spec("vyre.workgroup.y", ConstantKind::kI32); });
  EXPECT_THAT(find_violations(*kind).errors.at(1).text,
              HasSubstr("'vyre.workgroup.y' is I32, not U32"));
  const auto kept = storing([](Build& b) { return b.spec("vyre.workgroup.w"); });
  EXPECT_THAT(first_error(*kept), HasSubstr("kept for the driver"));
}

TEST(ConstantValue, TheWireFormKeepsIt) {
  const auto program = storing([](Build& b) { return b.spec("tile", ConstantKind::kU32, 16); });
  const auto bytes = test::value_of(encode_wire(*program));
  const auto decoded = test::value_of(decode_wire(bytes));
  EXPECT_THAT(constant_values(*decoded).value(), ElementsAre(kTile));
  EXPECT_TRUE(encode_canonical(*program).ok());
}

TEST(ConstantValue, TheJsonFormHasWordsForIt) {
  const auto program = storing([](Build& b) { return b.spec("tile", ConstantKind::kU32, 16); });
  const std::string text = write_json(*program);
  EXPECT_THAT(text, HasSubstr(R"({"spec": "tile", "type": "U32", "default": 16})"));
  const auto read = test::value_of(read_json(text));
  EXPECT_EQ(encode_wire(*read).value(), encode_wire(*program).value());
}

TEST(ConstantValue, EveryKindSurvivesTheJsonForm) {
  Build b({{"out", test::output(0, 4)}});
  const auto program =
      b.finish({b.let("a", b.spec("i", ConstantKind::kI32, 0xFFFFFFF9u)),
                b.let("b", b.spec("f", ConstantKind::kF32, 0x7FC00001)),
                b.let("c", b.spec("g", ConstantKind::kF32, 0x3F000000)),
                b.let("d", b.spec("h", ConstantKind::kBool, 1)),
                b.let("e", b.spec("j", ConstantKind::kElementType, 0x0B)),
                b.let("f", b.spec("k", ConstantKind::kBool)),
                b.let("g", b.spec(std::string_view("a\0b", 3), ConstantKind::kU32, 0))});
  const std::string text = write_json(*program);
  for (const char* form : {R"({"spec": "i", "type": "I32", "default": -7})",
                           R"({"spec": "f", "type": "F32", "default": "0x7fc00001"})",
                           R"({"spec": "g", "type": "F32", "default": 0.5})",
                           R"({"spec": "h", "type": "Bool", "default": true})",
                           R"({"spec": "j", "type": "ElementType", "default": "F32"})",
                           R"({"spec": "k", "type": "Bool"})",
                           R"({"spec": {"hex": "610062"}, "type": "U32", "default": 0})"}) {
    EXPECT_THAT(text, HasSubstr(form));
  }
  const auto read = test::value_of(read_json(text));
  EXPECT_EQ(encode_wire(*read).value(), encode_wire(*program).value());
}

TEST(ConstantValue, AMalformedOneIsWrittenAsWhatItIs) {
  Build b;
  const auto program = b.finish({b.let("a", b.opaque(kConstantKind, {1, 9}))});
  const std::string text = write_json(*program);
  EXPECT_THAT(text, HasSubstr(R"({"opaque": "vyre.spec", "payload": "0109"})"));
  EXPECT_EQ(write_json(*read_json(text).value()), text);
}

TEST(ConstantValue, MistakesInTheJsonFormAreNamed) {
  const auto refusal = [](std::string_view expr) {
    const auto read = read_json(concat(R"({"body": [{"let": "x", "value": )", expr, "}]}"));
    return read.ok() ? std::string("accepted") : read.error().text();
  };
  EXPECT_THAT(refusal(R"({"spec": "t"})"), HasSubstr("'type' is missing"));
  EXPECT_THAT(refusal(R"({"spec": "", "type": "U32"})"), HasSubstr("its name is empty"));
  EXPECT_THAT(refusal(R"({"spec": "t", "type": "F16"})"),
              HasSubstr("no specialization value is of type 'F16'"));
  EXPECT_THAT(refusal(R"({"spec": "t", "type": "U32", "default": -1})"),
              HasSubstr("value.spec.default: the number is out of range"));
  EXPECT_THAT(refusal(R"({"spec": "t", "type": "ElementType", "default": "Vec"})"),
              HasSubstr("'Vec' is no type without parameters"));
  EXPECT_THAT(refusal(R"({"spec": "t", "type": "U32", "value": 3})"),
              HasSubstr("unknown key 'value'"));
}

}  // namespace
}  // namespace vyre::ir
