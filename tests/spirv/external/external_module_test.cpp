// What is read of modules that another compiler made.
#include "spirv/external/external_module.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <spirv-tools/libspirv.hpp>

#include "support/kernels.h"
#include "support/refuses.h"
#include "support/value_of.h"

namespace vyre::spirv {
namespace {

using Words = std::vector<uint32_t>;

std::span<const std::byte> bytes_of(const Words& words) { return std::as_bytes(std::span(words)); }

Words kernel_words(std::string_view name) {
  const std::string bytes = test::kernel(name);
  Words words(bytes.size() / sizeof(uint32_t));
  std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

Words assembled(const std::string& text) {
  Words words;
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_2);
  EXPECT_TRUE(tools.Assemble(text, &words)) << text;
  return words;
}

// A kernel whose declarations are |types|, whose body is |body| and whose workgroup is |size|.
Words kernel_of(const std::string& modes, const std::string& types, const std::string& body) {
  return assembled(
      "OpCapability Shader\nOpMemoryModel Logical GLSL450\n"
      "OpEntryPoint GLCompute %main \"main\"\n" +
      modes + "\n%void = OpTypeVoid\n%signature = OpTypeFunction %void\n" +
      "%uint = OpTypeInt 32 0\n" + types +
      "\n%main = OpFunction %void None %signature\n%begin = OpLabel\n" + body +
      "\nOpReturn\nOpFunctionEnd\n");
}

ModuleInterface interface_of(const Words& words, std::vector<SpecChoice> choices = {}) {
  const auto module = test::value_of(ExternalModule::read(bytes_of(words)));
  return test::value_of(module.interface_of("", choices));
}

std::string refusal(const Words& words) {
  const auto module = ExternalModule::read(bytes_of(words));
  if (!module.ok()) return module.error().text();
  const auto interface = module.value().interface_of("", {});
  return interface.ok() ? "" : interface.error().text();
}

TEST(ExternalModule, TellsBuffersAndPushConstants) {
  const ModuleInterface saxpy = interface_of(kernel_words("saxpy"));
  EXPECT_EQ(saxpy.push_constant_bytes, 32u);
  ASSERT_EQ(saxpy.push_constants.size(), 3u);
  EXPECT_EQ(saxpy.push_constants[2].offset, 16u);
  EXPECT_EQ(saxpy.workgroup_size, (std::array<uint32_t, 3>{64, 1, 1}));
  ASSERT_EQ(saxpy.bindings.size(), 3u);
  EXPECT_EQ(saxpy.bindings[0].name, "X");
  EXPECT_FALSE(saxpy.bindings[0].is_written);
  EXPECT_EQ(saxpy.bindings[2].name, "outputs");
  EXPECT_FALSE(saxpy.bindings[2].is_read);
  EXPECT_EQ(saxpy.bindings[2].element, "F32");
  EXPECT_EQ(saxpy.bindings[2].open_element_bytes, 4u);
}

TEST(ExternalModule, OldModulesSayStorageBuffersInAnotherWay) {
  const ModuleInterface old = interface_of(kernel_words("saxpy_1_0"));
  ASSERT_EQ(old.bindings.size(), 3u);
  for (const ModuleBinding& binding : old.bindings) EXPECT_FALSE(binding.is_uniform);
}

TEST(ExternalModule, TheOrderOfBytesDoesNotMatter) {
  Words words = kernel_words("matmul");
  const ModuleInterface plain = interface_of(words);
  for (uint32_t& word : words) word = __builtin_bswap32(word);
  const ModuleInterface swapped = interface_of(words);
  EXPECT_EQ(plain.entry_point, swapped.entry_point);
  ASSERT_EQ(plain.bindings.size(), swapped.bindings.size());
  EXPECT_EQ(plain.bindings[2].name, swapped.bindings[2].name);
}

TEST(ExternalModule, ConstantsDecideSizes) {
  for (const std::string_view name : {"matmul", "matmul_1_6"}) {
    const Words words = kernel_words(name);
    const ModuleInterface small = interface_of(words);
    // The compiler makes a constant of its own for each axis, with the number of TILE and
    // default 1.
    EXPECT_EQ(small.workgroup_size, (std::array<uint32_t, 3>{1, 1, 1})) << name;
    EXPECT_EQ(small.workgroup_memory_bytes, 2u * 4 * 4 * 4) << name;
    const ModuleInterface large = interface_of(words, {{0, 16}, {3, 1}});
    EXPECT_EQ(large.workgroup_size, (std::array<uint32_t, 3>{16, 16, 1})) << name;
    EXPECT_EQ(large.workgroup_memory_bytes, 2u * 4 * 16 * 16) << name;
  }
}

TEST(ExternalModule, DefaultsNeedNotGiveAWorkgroupSize) {
  const Words words = kernel_of(
      "OpExecutionMode %main LocalSize 1 1 1\nOpDecorate %size BuiltIn WorkgroupSize\n"
      "OpDecorate %x SpecId 4\n",
      "%vector = OpTypeVector %uint 3\n%one = OpConstant %uint 1\n%x = OpSpecConstant %uint 0\n"
      "%size = OpSpecConstantComposite %vector %x %one %one\n",
      "");
  const auto module = test::value_of(ExternalModule::read(bytes_of(words)));
  const auto initial = test::value_of(module.initial_interface(""));
  EXPECT_EQ(initial.workgroup_size, (std::array<uint32_t, 3>{0, 1, 1}));
  EXPECT_EQ(initial.workgroup_constants[0], 4u);
  EXPECT_EQ(initial.workgroup_constants[1], std::nullopt);
  EXPECT_THAT(module.interface_of("", {}), test::refuses(Code::kInvalidProgram, "on axis 0 is 0"));
  EXPECT_EQ(interface_of(words, {{4, 32}}).workgroup_size[0], 32u);
}

TEST(ExternalModule, OneNumberOfTwoTypesOf32BitsIsOneConstant) {
  const Words words = kernel_of(
      "OpExecutionMode %main LocalSize 1 1 1\nOpDecorate %a SpecId 4\nOpDecorate %b SpecId 4\n",
      "%int = OpTypeInt 32 1\n%a = OpSpecConstant %uint 7\n%b = OpSpecConstant %int 7\n", "");
  const auto module = test::value_of(ExternalModule::read(bytes_of(words)));
  ASSERT_EQ(module.constants().size(), 1u);
  EXPECT_EQ(module.constants()[0].kind, ConstantKind::kU32);
}

// A word stands for a truth as well; what has other bits than 32 cannot be chosen along.
TEST(ExternalModule, OneNumberOfSeveralTypesIsOneConstant) {
  const auto kind_of = [](const std::string& types) {
    const Words words = kernel_of(
        "OpCapability Int64\nOpExecutionMode %main LocalSize 1 1 1\nOpDecorate %a SpecId 4\n"
        "OpDecorate %b SpecId 4\n",
        types, "");
    const auto module = test::value_of(ExternalModule::read(bytes_of(words)));
    EXPECT_EQ(module.constants().size(), 1u);
    return module.constants()[0].kind;
  };
  EXPECT_EQ(kind_of("%bool = OpTypeBool\n%a = OpSpecConstantTrue %bool\n"
                    "%b = OpSpecConstant %uint 7\n"),
            ConstantKind::kU32);
  EXPECT_EQ(kind_of("%wide = OpTypeInt 64 0\n%a = OpSpecConstant %uint 7\n"
                    "%b = OpSpecConstant %wide 7\n"),
            ConstantKind::kOther);
}

// Each word that is not 0 makes a truth true.
TEST(ExternalModule, TruthsTakeWords) {
  const Words words = kernel_of(
      "OpExecutionMode %main LocalSizeId %size %size %size\nOpDecorate %truth SpecId 4\n",
      "%bool = OpTypeBool\n%truth = OpSpecConstantFalse %bool\n%one = OpConstant %uint 1\n"
      "%two = OpConstant %uint 2\n%size = OpSpecConstantOp %uint Select %truth %two %one\n",
      "");
  EXPECT_EQ(interface_of(words).workgroup_size[0], 1u);
  EXPECT_EQ(interface_of(words, {{4, 7}}).workgroup_size[0], 2u);
}

// |member| is the only one of a storage buffer's block; |decorations| are of %block and %array.
ModuleBinding buffer_of(const std::string& decorations, const std::string& types) {
  const Words words = kernel_of(
      "OpExecutionMode %main LocalSize 1 1 1\nOpDecorate %block Block\n"
      "OpMemberDecorate %block 0 Offset 16\nOpDecorate %buffer DescriptorSet 0\n"
      "OpDecorate %buffer Binding 0\n" +
          decorations,
      "%float = OpTypeFloat 32\n%four = OpConstant %uint 4\n" + types +
          "%block = OpTypeStruct %array\n%pointer = OpTypePointer StorageBuffer %block\n"
          "%buffer = OpVariable %pointer StorageBuffer\n",
      "%copy = OpCopyObject %pointer %buffer");
  const ModuleInterface interface = interface_of(words);
  EXPECT_EQ(interface.bindings.size(), 1u);
  return interface.bindings.at(0);
}

// Columns of three, and rows of two, 16 bytes from one to the next: 28 and 40 bytes of 32 and 48.
TEST(ExternalModule, MatricesInArraysHaveTheStrideOfTheirMember) {
  const std::string types = "%vector = OpTypeVector %float 3\n%matrix = OpTypeMatrix %vector 2\n";
  const std::string columns =
      "OpMemberDecorate %block 0 MatrixStride 16\nOpMemberDecorate %block 0 ColMajor\n"
      "OpDecorate %array ArrayStride 32\n";
  const ModuleBinding open = buffer_of(columns, types + "%array = OpTypeRuntimeArray %matrix\n");
  EXPECT_EQ(open.fixed_bytes, 16u);
  EXPECT_EQ(open.open_element_bytes, 32u);
  const ModuleBinding known = buffer_of(columns, types + "%array = OpTypeArray %matrix %four\n");
  EXPECT_EQ(known.fixed_bytes, 16u + 3 * 32 + 28);
  const ModuleBinding rows = buffer_of(
      "OpMemberDecorate %block 0 MatrixStride 16\nOpMemberDecorate %block 0 RowMajor\n"
      "OpDecorate %array ArrayStride 48\n",
      types + "%array = OpTypeArray %matrix %four\n");
  EXPECT_EQ(rows.fixed_bytes, 16u + 3 * 48 + 40);
}

TEST(ExternalModule, PointersInMemoryAreAddresses) {
  const ModuleBinding addresses = buffer_of("OpDecorate %array ArrayStride 8\n",
                                            "%address = OpTypePointer PhysicalStorageBuffer %uint\n"
                                            "%array = OpTypeArray %address %four\n");
  EXPECT_EQ(addresses.fixed_bytes, 16u + 4 * 8);
}

// The class of a local variable, and the numbers of its members, are no ids.
TEST(ExternalModule, LiteralsAreNoIds) {
  Words words = kernel_of(
      "OpExecutionMode %main LocalSize 1 1 1\nOpDecorate %block Block\n"
      "OpMemberDecorate %block 0 Offset 0\nOpDecorate %7 DescriptorSet 0\n"
      "OpDecorate %7 Binding 0\n",
      "%block = OpTypeStruct %uint\n%pointer = OpTypePointer StorageBuffer %block\n"
      "%7 = OpVariable %pointer StorageBuffer\n%own = OpTypePointer Function %uint\n",
      "%local = OpVariable %own Function\n%value = OpLoad %uint %local Aligned 4");
  EXPECT_EQ(interface_of(words).bindings.size(), 0u);
}

TEST(ExternalModule, ConstantsOf64BitsKeepTheirDefault) {
  const auto words = kernel_words("wide");
  const auto module = test::value_of(ExternalModule::read(bytes_of(words)));
  ASSERT_EQ(module.constants().size(), 1u);
  EXPECT_EQ(module.constants()[0].kind, ConstantKind::kOther);
  EXPECT_EQ(module.constants()[0].bits, 5u);
  EXPECT_EQ(module.constants()[0].high_bits, 0u);
}

TEST(ExternalModule, DimensionsFollowIdsAndTheWorkgroupSize) {
  EXPECT_EQ(interface_of(kernel_words("saxpy")).dimensions, 1u);
  EXPECT_EQ(interface_of(kernel_words("matmul")).dimensions, 2u);  // by gl_GlobalInvocationID.y
  EXPECT_EQ(interface_of(kernel_words("matmul"), {{0, 8}}).dimensions, 2u);
  const Words sized = kernel_of("OpExecutionMode %main LocalSize 4 1 2\n", "", "");
  EXPECT_EQ(interface_of(sized).dimensions, 3u);
}

TEST(ExternalModule, DimensionsAreSeenInVectorsOfIds) {
  const std::string modes =
      "OpExecutionMode %main LocalSize 64 1 1\nOpDecorate %id BuiltIn GlobalInvocationId\n";
  const std::string types =
      "%vector = OpTypeVector %uint 3\n%pair = OpTypeVector %uint 2\n"
      "%pointer = OpTypePointer Input %vector\n%id = OpVariable %pointer Input\n";
  const std::string load = "%loaded = OpLoad %vector %id\n";
  const auto dimensions = [&](const std::string& body) {
    return interface_of(kernel_of(modes, types, load + body)).dimensions;
  };
  EXPECT_EQ(dimensions(""), 1u);
  EXPECT_EQ(dimensions("%x = OpCompositeExtract %uint %loaded 0\n"), 1u);
  EXPECT_EQ(dimensions("%z = OpCompositeExtract %uint %loaded 2\n"), 3u);
  EXPECT_EQ(dimensions("%xy = OpVectorShuffle %pair %loaded %loaded 0 1\n"), 2u);
}

TEST(ExternalModule, TellsWhatItsInstructionsDo) {
  const ModuleInterface matmul = interface_of(kernel_words("matmul"));
  EXPECT_TRUE(matmul.has_workgroup_barrier && matmul.has_workgroup_memory);
  EXPECT_FALSE(matmul.has_atomics || matmul.has_transcendental);
  EXPECT_TRUE(interface_of(kernel_words("histogram")).has_atomics);
}

TEST(ExternalModule, ConstantsHaveNamesNumbersKindsAndDefaults) {
  const Words words = kernel_words("matmul");
  const auto module = test::value_of(ExternalModule::read(bytes_of(words)));
  const std::vector<SpecConstant>& constants = module.constants();
  ASSERT_EQ(constants.size(), 3u);
  EXPECT_EQ(constants[0].name, "TILE");
  EXPECT_EQ(constants[0].kind, ConstantKind::kU32);
  EXPECT_EQ(constants[0].bits, 4u);
  EXPECT_EQ(constants[1].number, 3u);
  EXPECT_EQ(constants[1].kind, ConstantKind::kBool);
  EXPECT_EQ(constants[2].kind, ConstantKind::kI32);
}

TEST(ExternalModule, WorkgroupMemoryFollowsTheWorkgroupSize) {
  const Words words = kernel_of(
      "OpExecutionMode %main LocalSize 1 1 1\nOpDecorate %size BuiltIn WorkgroupSize\n"
      "OpDecorate %x SpecId 4\n",
      "%vector = OpTypeVector %uint 3\n%one = OpConstant %uint 1\n%x = OpSpecConstant %uint 8\n"
      "%size = OpSpecConstantComposite %vector %x %one %one\n"
      "%length = OpSpecConstantOp %uint CompositeExtract %size 0\n"
      "%twice = OpSpecConstantOp %uint IAdd %length %length\n"
      "%array = OpTypeArray %uint %twice\n%pointer = OpTypePointer Workgroup %array\n"
      "%shared = OpVariable %pointer Workgroup\n%element = OpTypePointer Workgroup %uint\n",
      "%at = OpAccessChain %element %shared %one\nOpStore %at %one\n");
  EXPECT_EQ(interface_of(words).workgroup_memory_bytes, 64u);
  EXPECT_EQ(interface_of(words, {{4, 3}}).workgroup_memory_bytes, 24u);
  EXPECT_EQ(interface_of(words, {{4, 3}}).workgroup_size[0], 3u);
}

TEST(ExternalModule, WhatTheEntryPointDoesNotReachIsNotItsOwn) {
  const ModuleInterface histogram = interface_of(kernel_words("histogram"));
  ASSERT_EQ(histogram.bindings.size(), 3u);
  EXPECT_TRUE(histogram.bindings[0].is_uniform);
  EXPECT_EQ(histogram.bindings[0].fixed_bytes, 40u);  // std140: the matrix ends with two words
  EXPECT_EQ(histogram.bindings[2].fixed_bytes, 4u);
  EXPECT_EQ(histogram.bindings[2].element, "Bytes");
}

TEST(ExternalModule, NumbersAreRewrittenInPlace) {
  const Words words = kernel_words("matmul_1_6");
  const auto module = test::value_of(ExternalModule::read(bytes_of(words)));
  const auto before = test::value_of(module.interface_of("main", std::vector<SpecChoice>{{0, 8}}));
  const std::vector<uint32_t> numbers = {2, 0, 1};
  const Words after = module.rebound(before, numbers);
  EXPECT_EQ(after.size(), words.size());
  const ModuleInterface rebound = interface_of(after);  // the size is a number now
  EXPECT_EQ(rebound.workgroup_size, (std::array<uint32_t, 3>{8, 8, 1}));
  ASSERT_EQ(rebound.bindings.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(rebound.bindings[numbers[i]].name, before.bindings[i].name);
    EXPECT_EQ(rebound.bindings[i].set, 0u);
    EXPECT_EQ(rebound.bindings[i].binding, i);
  }
}

// How often the module decorates something so.
size_t decorations(const ModuleWords& words, uint32_t kind) {
  size_t count = 0;
  const Status walked = words.for_each([&](const ModuleInstruction& one) {
    const bool of_whole = one.op == SpvOpDecorate && one[2] == kind;
    count += of_whole || (one.op == SpvOpMemberDecorate && one[3] == kind) ? 1 : 0;
    return Status();
  });
  return count;
}

TEST(ExternalModule, BuffersSayThatTheyMayShareBytes) {
  for (const std::string_view name : {"aliased", "saxpy", "saxpy_1_0"}) {
    const Words words = kernel_words(name);
    const auto module = test::value_of(ExternalModule::read(bytes_of(words)));
    const ModuleInterface interface = test::value_of(module.interface_of("", {}));
    const std::vector<uint32_t> numbers =
        name == "aliased" ? std::vector<uint32_t>{0, 1} : std::vector<uint32_t>{0, 1, 2};
    const Words aliased = module.aliased(module.rebound(interface, numbers));
    const auto after = test::value_of(ModuleWords::read(bytes_of(aliased)));
    EXPECT_EQ(decorations(after, SpvDecorationRestrict), 0u) << name;
    EXPECT_EQ(decorations(after, SpvDecorationAliased), numbers.size()) << name;
    spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_2);
    EXPECT_TRUE(tools.Validate(aliased)) << name;
  }
  const auto before = test::value_of(ModuleWords::read(bytes_of(kernel_words("aliased"))));
  EXPECT_GT(decorations(before, SpvDecorationRestrict), 0u);
}

TEST(ExternalModule, EveryCutIsRefused) {
  const Words words = kernel_words("histogram");
  for (size_t size = 0; size < words.size(); ++size) {
    const Words cut(words.begin(), words.begin() + static_cast<ptrdiff_t>(size));
    EXPECT_NE(refusal(cut), "") << size;
  }
}

TEST(ExternalModule, BytesThatAreNoModuleAreMalformed) {
  const auto code = [](const Words& words) {
    return ExternalModule::read(bytes_of(words)).error().code();
  };
  Words words = kernel_words("saxpy");
  EXPECT_EQ(code(Words(100, 7)), Code::kMalformedModule);
  EXPECT_EQ(code(Words(words.begin(), words.end() - 10)), Code::kMalformedModule);
  words[1] = 1u << 16 | 7u << 8;
  EXPECT_EQ(code(words), Code::kUnsupportedFeature) << "SPIR-V 1.7";
  words[1] = 2u << 16;
  EXPECT_EQ(code(words), Code::kMalformedModule);
}

TEST(ExternalModule, EveryFlippedBitGivesAModuleOrAnError) {
  const Words words = kernel_words("matmul");
  size_t refused = 0;
  for (size_t bit = 0; bit < words.size() * 32; bit += 3) {
    Words flipped = words;
    flipped[bit / 32] ^= 1u << bit % 32;
    const std::string text = refusal(flipped);
    if (text.empty()) continue;
    ++refused;
    EXPECT_NE(text.find("Fix: "), std::string::npos) << text;
  }
  EXPECT_GT(refused, 1000u);
}

TEST(ExternalModule, GroupsOfDecorationsAreRefused) {
  const Words words = assembled(
      "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %1 \"main\"\n"
      "OpExecutionMode %1 LocalSize 1 1 1\nOpDecorate %2 NonWritable\n%2 = OpDecorationGroup\n"
      "%3 = OpTypeVoid\n%4 = OpTypeFunction %3\n%1 = OpFunction %3 None %4\n%5 = OpLabel\n"
      "OpReturn\nOpFunctionEnd\n");
  EXPECT_THAT(refusal(words), testing::HasSubstr("OpDecorationGroup"));
}

TEST(ExternalModule, OneOfSeveralEntryPointsHasToBeNamed) {
  const Words words = assembled(
      "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %1 \"one\"\n"
      "OpEntryPoint GLCompute %2 \"two\"\nOpExecutionMode %1 LocalSize 1 1 1\n"
      "OpExecutionMode %2 LocalSize 2 1 1\n%3 = OpTypeVoid\n%4 = OpTypeFunction %3\n"
      "%1 = OpFunction %3 None %4\n%5 = OpLabel\nOpReturn\nOpFunctionEnd\n"
      "%2 = OpFunction %3 None %4\n%6 = OpLabel\nOpReturn\nOpFunctionEnd\n");
  EXPECT_THAT(refusal(words), testing::HasSubstr("'one', 'two'"));
  const auto module = test::value_of(ExternalModule::read(bytes_of(words)));
  for (const std::string_view name : {"", "three"}) {
    const auto refused = module.initial_interface(name);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code(), Code::kNotFound);
    const std::vector<Finding>& findings = refused.error().info().findings;
    ASSERT_EQ(findings.size(), 2u);
    EXPECT_EQ(findings[1].path, "entry point 'two'");
  }
  const auto two = test::value_of(module.interface_of("two", {}));
  EXPECT_EQ(two.workgroup_size[0], 2u);
}

}  // namespace
}  // namespace vyre::spirv
