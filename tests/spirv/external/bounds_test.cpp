// Modules of a few words that would keep a driver's compiler busy for ever, or end the process in
// it, are refused by name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <spirv-tools/libspirv.hpp>

#include "spirv/external/external_module.h"
#include "support/refuses.h"

namespace vyre::spirv {
namespace {

using Words = std::vector<uint32_t>;

// A kernel with these declarations, whose body begins with |body|.
Words kernel_of(const std::string& types, const std::string& body = "",
                const std::string& notes = "") {
  Words words;
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_2);
  const std::string text =
      "OpCapability Shader\nOpCapability Int64\nOpMemoryModel Logical GLSL450\n"
      "OpEntryPoint GLCompute %main \"main\"\nOpExecutionMode %main LocalSize 1 1 1\n" +
      notes + "\n%void = OpTypeVoid\n%signature = OpTypeFunction %void\n%uint = OpTypeInt 32 0\n" +
      types + "\n%main = OpFunction %void None %signature\n%begin = OpLabel\n" + body +
      "\nOpReturn\nOpFunctionEnd\n";
  EXPECT_TRUE(tools.Assemble(text, &words)) << text;
  return words;
}

Status looked_at(const Words& words, std::span<const SpecChoice> choices = {}) {
  const auto module = ExternalModule::read(std::as_bytes(std::span(words)));
  if (!module.ok()) return Status(ErrorInfo(module.error().info()));
  return module.value().interface_of("", choices).status();
}

// Structs of |members| of the one before, |levels| deep.
std::string structs(int levels, const char* members) {
  std::string text = "%s0 = OpTypeStruct %uint\n";
  for (int i = 1; i <= levels; ++i) {
    text += concat("%s", i, " = OpTypeStruct");
    for (const char* member = members; *member != '\0'; ++member) text += concat(" %s", i - 1);
    text += '\n';
  }
  return text;
}

std::string array_of(const std::string& length, const char* storage) {
  return concat("%length = OpConstant %uint ", length, "\n%array = OpTypeArray %uint %length\n",
                "%pointer = OpTypePointer ", storage, " %array\n");
}

TEST(ModuleBounds, TypesThatDoubleAreTooLarge) {
  EXPECT_THAT(looked_at(kernel_of(structs(60, "xx"))),
              test::refuses(Code::kUnsupportedFeature, "bytes when it is written out"));
  EXPECT_TRUE(looked_at(kernel_of(structs(20, "xx"))).ok());
}

TEST(ModuleBounds, TypesNestSoDeepAndNoDeeper) {
  EXPECT_TRUE(looked_at(kernel_of(structs(62, "x"))).ok());  // a number in 63 structs
  EXPECT_THAT(looked_at(kernel_of(structs(63, "x"))),
              test::refuses(Code::kUnsupportedFeature, "nests types 65 deep, more than 64"));
}

TEST(ModuleBounds, PointersAreLevelsToo) {
  std::string text = "%p0 = OpTypePointer Function %uint\n";
  for (int i = 1; i < 70; ++i) text += concat("%p", i, " = OpTypePointer Function %p", i - 1, "\n");
  EXPECT_THAT(looked_at(kernel_of(text)),
              test::refuses(Code::kUnsupportedFeature, "nests types 65 deep"));
}

TEST(ModuleBounds, LongArraysOfFunctionsAreRefused) {
  const char* const variable = "%v = OpVariable %pointer Function\n";
  EXPECT_TRUE(looked_at(kernel_of(array_of("65536", "Function"), variable)).ok());
  EXPECT_THAT(
      looked_at(kernel_of(array_of("100000", "Function"), variable)),
      test::refuses(Code::kUnsupportedFeature, "a function's and has an array of 100000 elements"));
}

TEST(ModuleBounds, LongPrivateArraysAreRefused) {
  const std::string types = array_of("100000", "Private") + "%v = OpVariable %pointer Private\n";
  EXPECT_THAT(
      looked_at(kernel_of(types)),
      test::refuses(Code::kUnsupportedFeature, "is private and has an array of 100000 elements"));
}

TEST(ModuleBounds, ArraysOfArraysCountTogether) {
  const std::string types =
      "%n = OpConstant %uint 300\n%row = OpTypeArray %uint %n\n%block = OpTypeStruct %row\n"
      "%all = OpTypeArray %block %n\n%pointer = OpTypePointer Function %all\n";
  EXPECT_THAT(looked_at(kernel_of(types, "%v = OpVariable %pointer Function\n")),
              test::refuses(Code::kUnsupportedFeature, "90000 elements"));
}

TEST(ModuleBounds, LongArraysOfBuffersAndWorkgroupsAreNot) {
  const std::string types =
      array_of("100000", "Workgroup") + "%v = OpVariable %pointer Workgroup\n";
  EXPECT_TRUE(looked_at(kernel_of(types)).ok());
}

TEST(ModuleBounds, ChosenLengthsAreHeldToTheBoundsToo) {
  const Words words = kernel_of(
      "%length = OpSpecConstant %uint 4\n%array = OpTypeArray %uint %length\n"
      "%pointer = OpTypePointer Function %array\n",
      "%v = OpVariable %pointer Function\n", "OpDecorate %length SpecId 7\n");
  EXPECT_TRUE(looked_at(words).ok());
  const SpecChoice large[] = {{7, 70'000}};
  EXPECT_THAT(looked_at(words, large), test::refuses(Code::kUnsupportedFeature, "70000 elements"));
}

TEST(ModuleBounds, LengthsOf64BitsAreRead) {
  const Words words = kernel_of(
      "%ulong = OpTypeInt 64 0\n%length = OpConstant %ulong 4294967297\n"
      "%array = OpTypeArray %uint %length\n");
  EXPECT_THAT(looked_at(words),
              test::refuses(Code::kUnsupportedFeature, "17179869188 bytes when it is written out"));
}

TEST(ModuleBounds, LengthsAreComputedWithSigns) {
  const auto words = [](const char* length) {
    return kernel_of(
        concat("%int = OpTypeInt 32 1\n%less = OpConstant %int -70001\n",
               "%large = OpConstant %int 140000\n%one = OpConstant %int 1\n",
               "%length = OpSpecConstantOp %int ", length, "\n%array = OpTypeArray %uint %length\n",
               "%pointer = OpTypePointer Function %array\n"),
        "%v = OpVariable %pointer Function\n");
  };
  EXPECT_THAT(looked_at(words("ShiftRightArithmetic %large %one")),
              test::refuses(Code::kUnsupportedFeature, "70000 elements"));
  EXPECT_THAT(looked_at(words("SMod %less %large")),
              test::refuses(Code::kUnsupportedFeature, "69999 elements"));
}

// Only the compiler of a variable of an invocation's own has to know it.
TEST(ModuleBounds, LengthsThatCannotBeToldAreRefusedOfOwnVariables) {
  const auto words = [](const char* storage) {
    return kernel_of(concat("%ulong = OpTypeInt 64 0\n%two = OpConstant %ulong 2\n",
                            "%length = OpSpecConstantOp %ulong IMul %two %two\n",
                            "%array = OpTypeArray %uint %length\n%block = OpTypeStruct %array\n",
                            "%pointer = OpTypePointer ", storage, " %block\n%v = OpVariable ",
                            "%pointer ", storage, "\n"));
  };
  EXPECT_TRUE(looked_at(words("Workgroup")).ok());
  EXPECT_THAT(looked_at(words("Private")),
              test::refuses(Code::kUnsupportedFeature, "whose length cannot be told"));
}

TEST(ModuleBounds, ALengthThatDividesByZeroNamesTheDivision) {
  const auto length_of = [](const char* divisor, const char* then) {
    return looked_at(kernel_of(
        concat("%zero = OpConstant %uint 0\n%eight = OpConstant %uint 8\n",
               "%part = OpSpecConstantOp %uint UDiv %eight ", divisor, "\n",
               "%length = OpSpecConstantOp %uint ", then, "\n%array = OpTypeArray %uint %length\n",
               "%pointer = OpTypePointer Function %array\n"),
        "%v = OpVariable %pointer Function\n"));
  };
  const auto undefined = [] {
    return test::refuses(Code::kUnsupportedFeature, "is undefined: the division of constant ");
  };
  EXPECT_THAT(length_of("%zero", "IAdd %part %eight"), undefined());
  EXPECT_THAT(length_of("%zero", "IAdd %eight %part"), undefined());
  EXPECT_THAT(length_of("%eight", "UMod %eight %zero"), undefined());
  EXPECT_TRUE(length_of("%eight", "IAdd %part %eight").ok());
}

// |op| of constants of a type, whose operands are declared by |constants|.
Status divided(const std::string& type, const std::string& constants, const char* op,
               std::span<const SpecChoice> choices = {}) {
  return looked_at(kernel_of(concat("%int = OpTypeInt 32 1\n%long = OpTypeInt 64 1\n", constants,
                                    "\n%quotient = OpSpecConstantOp ", type, " ", op, " %a %b\n"),
                             "", "OpDecorate %a SpecId 0\nOpDecorate %b SpecId 1\n"),
                   choices);
}

TEST(ModuleBounds, TheSmallestNumberIsNotDividedByMinusOne) {
  const auto refused = test::refuses(Code::kUnsupportedFeature, "by -1, which has no result");
  const char* smallest = "%a = OpSpecConstant %int -2147483648\n%b = OpSpecConstant %int -1\n";
  for (const char* op : {"SDiv", "SRem", "SMod"}) {
    EXPECT_THAT(divided("%int", smallest, op), refused) << op;
    EXPECT_TRUE(divided("%int", smallest, op, std::vector{SpecChoice{1, 1}}).ok()) << op;
    EXPECT_TRUE(divided("%int", smallest, op, std::vector{SpecChoice{0, 1}}).ok()) << op;
  }
  const char* others = "%a = OpSpecConstant %int 7\n%b = OpSpecConstant %int -1\n";
  EXPECT_TRUE(divided("%int", others, "SDiv").ok());
  EXPECT_THAT(divided("%int", others, "SDiv", std::vector{SpecChoice{0, 0x80000000u}}), refused);
}

TEST(ModuleBounds, NorIsTheSmallestOfOtherTypes) {
  const auto refused = test::refuses(Code::kUnsupportedFeature, "by -1, which has no result");
  const auto longs = [](const char* a, const char* b) {
    return concat("%a = OpSpecConstant %long ", a, "\n%b = OpSpecConstant %long ", b, "\n");
  };
  EXPECT_THAT(divided("%long", longs("-9223372036854775808", "-1"), "SDiv"), refused);
  EXPECT_TRUE(divided("%long", longs("-2147483648", "-1"), "SDiv").ok());
  EXPECT_TRUE(divided("%long", longs("-9223372036854775808", "4294967295"), "SDiv").ok());
}

TEST(ModuleBounds, NorIsItInAVector) {
  const auto quotient = [](const char* dividends, const char* divisor) {
    return looked_at(kernel_of(concat(
        "%int = OpTypeInt 32 1\n%pair = OpTypeVector %int 2\n%one = OpConstant %int 1\n",
        "%less = OpConstant %int -1\n%least = OpConstant %int -2147483648\n",
        "%a = OpConstantComposite %pair %one %least\n",
        "%sums = OpSpecConstantOp %pair IAdd %a %a\n", "%b = OpConstantComposite %pair %less ",
        divisor, "\n%quotients = OpSpecConstantOp %pair SDiv ", dividends, " %b\n")));
  };
  EXPECT_TRUE(quotient("%a", "%one").ok());
  EXPECT_THAT(quotient("%a", "%less"),
              test::refuses(Code::kUnsupportedFeature, "divides -2147483648 by -1, which has no"));
  EXPECT_THAT(quotient("%sums", "%one"),
              test::refuses(Code::kUnsupportedFeature,
                            "divides what cannot be told by -1, which may have no result"));
}

TEST(ModuleBounds, IdsAreCounted) {
  Words words = kernel_of("");
  words[3] = 1'048'576;
  EXPECT_TRUE(looked_at(words).ok());
  words[3] = 1'048'577;
  EXPECT_THAT(looked_at(words),
              test::refuses(Code::kUnsupportedFeature, "1048577 ids, more than 1048576"));
  words[3] = 4'194'304;
  EXPECT_THAT(looked_at(words), test::refuses(Code::kMalformedModule, "bound of ids"));
}

// Each struct has the one before twice in the same bytes.
TEST(ModuleBounds, PushConstantsOfTooManyPartsAreRefused) {
  const auto words = [](int levels) {
    std::string notes = "OpMemberDecorate %s0 0 Offset 0\n";
    for (int i = 1; i <= levels; ++i) {
      notes +=
          concat("OpMemberDecorate %s", i, " 0 Offset 0\nOpMemberDecorate %s", i, " 1 Offset 0\n");
    }
    return kernel_of(concat(structs(levels, "ss"), "%pointer = OpTypePointer PushConstant %s",
                            levels, "\n%v = OpVariable %pointer PushConstant\n"),
                     concat("%all = OpLoad %s", levels, " %v\n"), notes);
  };
  EXPECT_TRUE(looked_at(words(10)).ok());
  EXPECT_THAT(looked_at(words(20)), test::refuses(Code::kUnsupportedFeature, "65536 parts"));
}

}  // namespace
}  // namespace vyre::spirv
