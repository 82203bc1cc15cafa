// Functions of ops that other compilers made: what fits is linked into kernels, everything else is
// refused by name, and no words lead to more than that.
#include "spirv/external/op_link.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <spirv-tools/libspirv.hpp>

#include "spirv/external/spirv_tools.h"
#include "spirv/support/on_device_and_oracle.h"
#include "support/kernel_source.h"

namespace vyre::spirv {
namespace {

using launch::OpFunction;
using ::testing::HasSubstr;

// A module with these sections; "%f", a function of two words, is exported as the op.
struct Text {
  std::string head = "OpCapability Shader\nOpCapability Linkage\n";
  std::string imports = {};
  std::string notes = "OpDecorate %f LinkageAttributes \"test.f\" Export\n";
  std::string types = {};
  std::string before = {};  // functions
  std::string body = "%x = OpIMul %uint %a %three\nOpReturnValue %x\n";
  std::string result = "%uint";
  std::string end = "OpFunctionEnd\n";
};

Words assembled(const Text& text) {
  Words words;
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_5);
  const std::string all =
      text.head + text.imports + "OpMemoryModel Logical GLSL450\n" + text.notes +
      "%uint = OpTypeInt 32 0\n%bool = OpTypeBool\n%float = OpTypeFloat 32\n"
      "%two = OpTypeFunction %uint %uint %uint\n%one = OpTypeFunction %uint %uint\n"
      "%zero = OpConstant %uint 0\n%three = OpConstant %uint 3\n"
      "%own = OpTypePointer Function %uint\n" +
      text.types + text.before + "%f = OpFunction " + text.result +
      " None %two\n%a = OpFunctionParameter %uint\n%b = OpFunctionParameter %uint\n"
      "%begin = OpLabel\n" +
      text.body + text.end;
  EXPECT_TRUE(tools.Assemble(all, &words)) << all;
  return words;
}

OpFunction function_of(Words words) {
  return {"test.f", std::move(words), {DataType::kU32, DataType::kU32}, DataType::kU32};
}

Text branching() {
  Text text;
  text.body =
      "%less = OpULessThan %bool %a %b\nOpSelectionMerge %join None\n"
      "OpBranchConditional %less %yes %join\n%yes = OpLabel\n%x = OpIAdd %uint %a %b\n"
      "OpBranch %join\n%join = OpLabel\n%y = OpPhi %uint %x %yes %a %begin\nOpReturnValue %y\n";
  return text;
}

// The sum of the numbers below b modulo 8, through a variable.
Text looping() {
  Text text;
  text.types = "%eight = OpConstant %uint 8\n%step = OpConstant %uint 1\n";
  text.body =
      "%i = OpVariable %own Function %zero\n%sum = OpVariable %own Function %zero\n"
      "%end = OpUMod %uint %b %eight\nOpBranch %head\n%head = OpLabel\n"
      "OpLoopMerge %after %next DontUnroll\nOpBranch %test\n%test = OpLabel\n"
      "%at = OpLoad %uint %i\n%goes = OpULessThan %bool %at %end\n"
      "OpBranchConditional %goes %inside %after\n%inside = OpLabel\n"
      "%old = OpLoad %uint %sum Volatile\n%new = OpIAdd %uint %old %at\nOpStore %sum %new\n"
      "OpBranch %next\n%next = OpLabel\n%more = OpIAdd %uint %at %step\n"
      "OpStore %i %more Aligned 4\nOpBranch %head\n%after = OpLabel\n"
      "%result = OpLoad %uint %sum\nOpReturnValue %result\n";
  return text;
}

Text calling() {
  Text text;
  text.before =
      "%g = OpFunction %uint Inline %one\n%c = OpFunctionParameter %uint\n%inner = OpLabel\n"
      "%d = OpNot %uint %c\nOpReturnValue %d\nOpFunctionEnd\n";
  text.body =
      "%x = OpFunctionCall %uint %g %a\n%y = OpFunctionCall %uint %g %x\nOpReturnValue %y\n";
  return text;
}

Text computing() {
  Text text;
  text.imports = "%glsl = OpExtInstImport \"GLSL.std.450\"\n";
  text.notes += "OpDecorate %y NoContraction\nOpDecorate %x RelaxedPrecision\nOpName %x \"x\"\n";
  text.imports = "%glsl = OpExtInstImport \"GLSL.std.450\"\n";
  text.body =
      "%x = OpConvertUToF %float %a\n%r = OpExtInst %float %glsl Sqrt %x\n"
      "%y = OpFAdd %float %r %x\n%z = OpConvertFToU %uint %y\nOpReturnValue %z\n";
  return text;
}

std::vector<Text> fitting() { return {{}, branching(), looping(), calling(), computing()}; }

class OpLink : public OnBoth {
 protected:
  // out[i] = test.f(i, in[i])
  static Programs caller() {
    Build b(32, {{"in", input(0, 64)}, {"out", output(1, 64)}});
    return b.finish({b.store("out", b.gid(), b.call("test.f", {b.gid(), b.load("in", b.gid())}))});
  }

  static launch::KernelSource kernel_of(const OpFunction& function) {
    static const Programs program = caller();
    launch::KernelSource source = value_of(test::source_of(*program));
    source.functions.push_back(std::make_shared<const OpFunction>(function));
    return source;
  }

  // Anything but that is a mistake: refused by name, or a kernel that is valid.
  static bool fits_or_is_refused(const OpFunction& function) {
    const Status status = check_function(function);
    if (!status.ok()) {
      EXPECT_EQ(status.code(), Code::kUnsupportedFeature) << status.text();
      EXPECT_THAT(status.text(), HasSubstr("the SPIR-V function of op 'test.f'"));
      EXPECT_THAT(status.text(), HasSubstr("Fix: "));
      return false;
    }
    const auto lowered = lower(kernel_of(function), *device_->target());
    EXPECT_TRUE(lowered.ok()) << lowered.error().text();
    if (lowered.ok()) {
      EXPECT_TRUE(validate_module(lowered.value().words).ok());
    }
    return true;
  }
};

TEST_F(OpLink, WhatFitsIsLinkedAndTakenByTheDriver) {
  for (const Text& text : fitting()) {
    const OpFunction function = function_of(assembled(text));
    const Status status = check_function(function);
    ASSERT_TRUE(status.ok()) << status.text();
    for (const auto& device : {device_, modest_}) {
      const auto made = test::compile(*device, kernel_of(function));
      EXPECT_TRUE(made.ok()) << made.error().text();
    }
  }
}

TEST_F(OpLink, OneFunctionIsThereOnceForAllItsCalls) {
  const OpFunction function = function_of(assembled(Text()));
  Build b(1, {{"out", output(0, 1)}});
  const auto once = b.call("test.f", {b.u32(1), b.u32(2)});
  const auto program = b.finish({b.store("out", b.u32(0), b.call("test.f", {once, b.u32(5)}))});
  launch::KernelSource source = value_of(test::source_of(*program));
  source.functions.push_back(std::make_shared<const OpFunction>(function));
  const Module module = value_of(lower(source, *device_->target()));
  uint32_t functions = 0, calls = 0;
  for (size_t at = 5; at < module.words.size(); at += module.words[at] >> SpvWordCountShift) {
    functions += (module.words[at] & SpvOpCodeMask) == SpvOpFunction;
    calls += (module.words[at] & SpvOpCodeMask) == SpvOpFunctionCall;
  }
  EXPECT_EQ(functions, 2u);
  EXPECT_EQ(calls, 2u);
}

struct Refusal {
  const char* says;
  std::function<void(Text&)> change;
};

std::string calls_of(const char* callee, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += concat("%", callee, "_", i, " = OpFunctionCall %uint %", callee, " %zero\n");
  }
  return text;
}

// Each calls the one before twice.
std::string doubling(int levels) {
  std::string text;
  for (int i = 0; i < levels; ++i) {
    text += concat("%g", i, " = OpFunction %uint None %one\n%p", i,
                   " = OpFunctionParameter %uint\n%l", i, " = OpLabel\n");
    const std::string callee = concat("g", i - 1);
    if (i != 0) {
      for (const char* which : {"x", "y"}) {
        text += concat("%", which, i, " = OpFunctionCall %uint %", callee, " %p", i, "\n");
      }
    }
    text += concat("OpReturnValue %p", i, "\nOpFunctionEnd\n");
  }
  return text;
}

void expect_refused(std::span<const Refusal> refusals) {
  for (const Refusal& refusal : refusals) {
    Text text;
    refusal.change(text);
    EXPECT_THAT(check_function(function_of(assembled(text))),
                refuses(Code::kUnsupportedFeature, refusal.says));
  }
}

TEST_F(OpLink, WhatDoesNotFitIsRefusedByName) {
  const Refusal refusals[] = {
      {"asks for capability 6 Kernel", [](Text& t) { t.head += "OpCapability Kernel\n"; }},
      {"asks for capability 10 Float64", [](Text& t) { t.head += "OpCapability Float64\n"; }},
      {"imports other instructions",
       [](Text& t) { t.imports = "%cl = OpExtInstImport \"OpenCL.std\"\n"; }},
      {"has an entry point",
       [](Text& t) { t.notes = "OpEntryPoint GLCompute %f \"main\"\n" + t.notes; }},
      {"has instruction 16", [](Text& t) { t.notes = "OpExecutionMode %f LocalSize 1 1 1\n"; }},
      {"is not exported under its id", [](Text& t) { t.notes.clear(); }},
      {"imports or exports something else",
       [](Text& t) { t.notes = "OpDecorate %f LinkageAttributes \"test.g\" Export\n"; }},
      {"imports or exports something else",
       [](Text& t) { t.notes = "OpDecorate %f LinkageAttributes \"test.f\" Import\n"; }},
      {"is exported twice", [](Text& t) { t.notes += t.notes; }},
      {"is not exported under its id",
       [](Text& t) { t.notes = "OpDecorate %three LinkageAttributes \"test.f\" Export\n"; }},
      {"has decoration 33", [](Text& t) { t.notes += "OpDecorate %f Binding 0\n"; }},
      {"has instruction 72", [](Text& t) { t.notes += "OpMemberDecorate %f 0 Offset 0\n"; }},
      {"has numbers of 64 bits", [](Text& t) { t.types = "%long = OpTypeInt 64 0\n"; }},
      {"a pointer to other memory",
       [](Text& t) { t.types = "%p = OpTypePointer StorageBuffer %uint\n"; }},
      {"a pointer to other memory",
       [](Text& t) { t.types = "%p = OpTypePointer Workgroup %uint\n"; }},
      {"has instruction 29", [](Text& t) { t.types = "%r = OpTypeRuntimeArray %uint\n"; }},
      {"has instruction 50", [](Text& t) { t.types = "%s = OpSpecConstant %uint 1\n"; }},
      {"has a type of more than 4096 words",
       [](Text& t) { t.types = "%n = OpConstant %uint 4097\n%many = OpTypeArray %uint %n\n"; }},
      {"has a type of more than 4096 words",
       [](Text& t) { t.types = "%many = OpTypeArray %uint %zero\n"; }},
      {"has variables of more than 4096 words",
       [](Text& t) {
         t.types =
             "%n = OpConstant %uint 3000\n%many = OpTypeArray %uint %n\n"
             "%of = OpTypePointer Function %many\n";
         t.body = "%v = OpVariable %of Function\n%w = OpVariable %of Function\n" + t.body;
       }},
      {"words of instructions, those of called functions included",
       [](Text& t) {
         t.before = doubling(20);
         t.body = calls_of("g19", 1) + t.body;
       }},
      {"calls a function that does not stand before",
       [](Text& t) { t.body = "%r = OpFunctionCall %uint %f %a %b\n" + t.body; }},
      {"calls a function with another number",
       [](Text& t) {
         t.before = doubling(1);
         t.body = "%r = OpFunctionCall %uint %g0 %a %b\n" + t.body;
       }},
      {"has instruction 224",
       [](Text& t) { t.body = "OpControlBarrier %three %three %zero\n" + t.body; }},
      {"has instruction 234",
       [](Text& t) { t.body = "%r = OpAtomicIAdd %uint %a %zero %zero %b\n" + t.body; }},
      {"accesses memory that others see",
       [](Text& t) {
         t.body =
             "%v = OpVariable %own Function\n"
             "%r = OpLoad %uint %v MakePointerVisible|NonPrivatePointer %zero\n" +
             t.body;
       }},
      {"is not one of GLSL.std.450 for numbers of 32 bits",
       [](Text& t) {
         t.imports = "%glsl = OpExtInstImport \"GLSL.std.450\"\n";
         t.body = "%r = OpExtInst %uint %glsl InterpolateAtCentroid %a\n" + t.body;
       }},
      {"where none of these may stand", [](Text& t) { t.end += "OpFunctionEnd\n"; }},
      {"where none of these may stand", [](Text& t) { t.body += "%x2 = OpNot %uint %a\n"; }},
      {"ends inside function", [](Text& t) { t.end.clear(); }},
      {"without a body",
       [](Text& t) {
         t.before =
             "%g = OpFunction %uint None %one\n%c = OpFunctionParameter %uint\nOpFunctionEnd\n";
       }},
      {"other parameters than its type",
       [](Text& t) {
         t.before =
             "%g = OpFunction %uint None %one\n%l = OpLabel\nOpReturnValue %three\n"
             "OpFunctionEnd\n";
       }},
  };
  expect_refused(refusals);
}

TEST_F(OpLink, BodiesWhoseTypesDoNotFitAreRefusedByTheValidator) {
  if (!has_tools()) GTEST_SKIP() << "built without SPIRV-Tools";
  const Refusal refusals[] = {
      {"in a kernel that calls it: ", [](Text& t) { t.body = "OpReturn\n"; }},
      {"in a kernel that calls it: ",
       [](Text& t) { t.body = "%x = OpFAdd %float %a %b\nOpReturnValue %a\n"; }},
      {"in a kernel that calls it: ",
       [](Text& t) {
         t.body =
             "OpReturnValue %later\n"
             "%next = OpLabel\n%later = OpNot %uint %a\nOpReturnValue %later\n";
       }},
  };
  expect_refused(refusals);
}

TEST_F(OpLink, OtherSignaturesAreRefused) {
  OpFunction function = function_of(assembled(Text()));
  const char* says = "has other parameters or another result than the op";
  function.output = DataType::kF32;
  EXPECT_THAT(check_function(function), refuses(Code::kUnsupportedFeature, says));
  function.output = DataType::kU32;
  function.inputs.pop_back();
  EXPECT_THAT(check_function(function), refuses(Code::kUnsupportedFeature, says));
  function.inputs = {DataType::kU32, DataType::kI32};
  EXPECT_THAT(check_function(function), refuses(Code::kUnsupportedFeature, says));
}

TEST_F(OpLink, HugeModulesAreRefused) {
  OpFunction function = function_of(assembled(Text()));
  const size_t size = function.words.size();
  function.words.resize(size_t{1} << 19, 1u << SpvWordCountShift);
  EXPECT_THAT(check_function(function),
              refuses(Code::kUnsupportedFeature, "has 524288 words, more than 262144"));
  function.words.resize(size);
  function.words[3] = UINT32_MAX;
  EXPECT_THAT(check_function(function), refuses(Code::kUnsupportedFeature, "bound of ids"));
  function.words[3] = 2;
  EXPECT_THAT(check_function(function), refuses(Code::kUnsupportedFeature, "its bound is 2"));
}

TEST_F(OpLink, DeepTypesAreRefused) {
  Text text;
  text.types = "%s0 = OpTypeStruct %uint\n";
  for (int i = 1; i < 100; ++i) text.types += concat("%s", i, " = OpTypeStruct %s", i - 1, "\n");
  EXPECT_THAT(check_function(function_of(assembled(text))),
              refuses(Code::kUnsupportedFeature, "in a kernel that calls it: "));
}

TEST_F(OpLink, EveryCutIsRefused) {
  for (const Text& text : fitting()) {
    const Words words = assembled(text);
    for (size_t size = 0; size < words.size(); ++size) {
      const Words cut(words.begin(), words.begin() + static_cast<ptrdiff_t>(size));
      EXPECT_FALSE(fits_or_is_refused(function_of(cut))) << size;
    }
  }
}

TEST_F(OpLink, EveryFlippedBitGivesAValidKernelOrARefusal) {
  uint32_t fitting_still = 0;
  for (const Text& text : {Text(), looping()}) {
    OpFunction function = function_of(assembled(text));
    for (size_t bit = 0; bit < 32 * function.words.size(); ++bit) {
      uint32_t& word = function.words[bit / 32];
      word ^= 1u << bit % 32;
      fitting_still += fits_or_is_refused(function) ? 1 : 0;
      word ^= 1u << bit % 32;
    }
  }
  EXPECT_GT(fitting_still, 50u);
}

TEST_F(OpLink, RandomDamageGivesAKernelThatTheDriverTakesOrARefusal) {
  if (!has_tools())
    GTEST_SKIP() << "built without SPIRV-Tools: the driver gets types that do not fit";
  std::minstd_rand random(20);
  uint32_t loaded = 0;
  for (int round = 0; round < 2000; ++round) {
    const auto all = fitting();
    OpFunction function = function_of(assembled(all[random() % all.size()]));
    Words& words = function.words;
    for (uint32_t i = 0; i <= random() % 3; ++i) {
      uint32_t& word = words[5 + random() % (words.size() - 5)];
      const bool flips = random() % 2 == 0;
      const uint32_t other = words[random() % words.size()];
      word = flips ? word ^ 1u << random() % 32 : other;
    }
    if (!fits_or_is_refused(function)) continue;
    if (++loaded % 8 != 0) continue;
    const auto made = test::compile(*device_, kernel_of(function));
    EXPECT_TRUE(made.ok()) << made.error().text();
  }
  EXPECT_GT(loaded, 20u);
}

TEST_F(OpLink, NoBarrierStandsUnderWhatACallDecides) {
  Build b(4, {{"out", output(0, 4)}});
  const auto decides = b.call("test.f", {b.u32(1), b.u32(2)});
  const auto program = b.finish({b.branch(b.binary(BinOp::kGt, decides, b.u32(5)), {b.barrier()}),
                                 b.store("out", b.gid(), b.u32(1))});
  launch::KernelSource source = value_of(test::source_of(*program));
  source.functions.push_back(std::make_shared<const OpFunction>(function_of(assembled(Text()))));
  EXPECT_THAT(lower(source, *device_->target()),
              refuses(Code::kUnsupportedFeature, "depends on a call of 'test.f'"));
}

TEST_F(OpLink, CallsOfOtherOpsAreRefused) {
  OpFunction function = function_of(assembled(Text()));
  const Programs program = caller();
  const launch::KernelSource none = value_of(test::source_of(*program));
  EXPECT_THAT(lower(none, *device_->target()), refuses(Code::kUnsupportedFeature, "Call"));
  function.inputs.pop_back();
  EXPECT_THAT(lower(kernel_of(function), *device_->target()),
              refuses(Code::kUnsupportedFeature, "has other parameters"));
}

}  // namespace
}  // namespace vyre::spirv
