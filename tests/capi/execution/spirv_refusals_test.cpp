// What is not taken is named, and leaves everything as usable as before.
#include "capi/support/spirv_support.h"

namespace vyre::test {
namespace {

class SpirvRefusals : public testing::Test {
 protected:
  Opened session_ = open_device("vulkan");

  testing::AssertionResult refused_kernel(std::string_view name, int32_t code,
                                          std::initializer_list<std::string_view> parts) {
    const std::string module = kernel(name);
    return refused_module(session_, describe(module), code, parts);
  }
  testing::AssertionResult refused_values(std::string_view name, const SpecMap& values,
                                          int32_t code,
                                          std::initializer_list<std::string_view> parts) {
    const std::string module = kernel(name);
    vyre_spirv_desc desc = describe(module);
    desc.values = values.get();
    return refused_module(session_, desc, code, parts);
  }
};

TEST_F(SpirvRefusals, OtherBackendsLackModules) {
  const Opened oracle = open_device("cpu-ref");
  const std::string module = kernel("saxpy");
  EXPECT_TRUE(refused_module(oracle, describe(module), VYRE_ERROR_UNSUPPORTED_FEATURE,
                             {"'cpu-ref'", "lacks the feature 'SPIR-V modules'"}));
}

TEST_F(SpirvRefusals, ImagesAndArraysOfDescriptorsAreNamed) {
  EXPECT_TRUE(refused_kernel("image", VYRE_ERROR_UNSUPPORTED_FEATURE, {"'picture'", "an image"}));
  EXPECT_TRUE(
      refused_kernel("array", VYRE_ERROR_UNSUPPORTED_FEATURE, {"'many'", "array of descriptors"}));
}

TEST_F(SpirvRefusals, WhatTheDeviceIsNotOpenedForIsNamed) {
  EXPECT_TRUE(refused_kernel("matmul_1_6", VYRE_ERROR_UNSUPPORTED_FEATURE, {"SPIR-V 1.6"}));
}

TEST_F(SpirvRefusals, BytesThatAreNoModuleAreBroken) {
  const std::string module = kernel("saxpy");
  const std::string cut = module.substr(0, module.size() - 40);
  EXPECT_TRUE(refused_module(session_, describe(cut), VYRE_ERROR_INVALID_PROGRAM, {"broken"}));
  const std::string odd = module.substr(0, 41);
  EXPECT_TRUE(refused_module(session_, describe(odd), VYRE_ERROR_INVALID_PROGRAM, {"41 bytes"}));
  const std::string text(100, 'x');
  EXPECT_TRUE(refused_module(session_, describe(text), VYRE_ERROR_INVALID_PROGRAM, {"SPIR-V"}));
}

TEST_F(SpirvRefusals, EntryPointsThatAreNotThereAreNamed) {
  const std::string module = kernel("saxpy");
  vyre_spirv_desc desc = describe(module);
  desc.entry = vyre_str("other");
  EXPECT_TRUE(refused_module(session_, desc, VYRE_ERROR_NOT_FOUND, {"'other'", "'main'"}));
}

TEST_F(SpirvRefusals, ConstantsThatAreNotThereAreNamedBesideThoseThatAre) {
  const SpecMap unknown = values_of({{"TILES", vyre_spec_u32(4)}});
  EXPECT_TRUE(refused_values("matmul", unknown, VYRE_ERROR_NOT_FOUND,
                             {"'TILES'", "'TILE' or '#0' (u32)", "'#3' (boolean)"}));
  const SpecMap number = values_of({{"#9", vyre_spec_u32(4)}});
  EXPECT_TRUE(refused_values("matmul", number, VYRE_ERROR_NOT_FOUND, {"'#9'"}));
  EXPECT_TRUE(refused_values("saxpy", number, VYRE_ERROR_NOT_FOUND, {"no constant to choose"}));
}

TEST_F(SpirvRefusals, ValuesOfAnotherKindAreNamed) {
  const SpecMap signed_tile = values_of({{"TILE", vyre_spec_i32(4)}});
  EXPECT_TRUE(refused_values("matmul", signed_tile, VYRE_ERROR_INVALID_ARGUMENT,
                             {"'TILE' or '#0' (u32)", "another kind, i32"}));
  const SpecMap element = values_of({{"#5", vyre_spec_element(vyre_str("F32"))}});
  EXPECT_TRUE(refused_values("matmul", element, VYRE_ERROR_INVALID_ARGUMENT, {"an element type"}));
  const SpecMap twice = values_of({{"#0", vyre_spec_u32(4)}, {"TILE", vyre_spec_u32(4)}});
  EXPECT_TRUE(refused_values("matmul", twice, VYRE_ERROR_INVALID_ARGUMENT, {"by name and by"}));
  const SpecMap wide = values_of({{"WIDE", vyre_spec_u32(4)}});
  EXPECT_TRUE(refused_values("wide", wide, VYRE_ERROR_UNSUPPORTED_FEATURE,
                             {"'WIDE' or '#1' (of 8, 16 or 64 bits)"}));
}

TEST_F(SpirvRefusals, WorkgroupsThatConstantsMakeTooLargeAreNamed) {
  const SpecMap none = values_of({{"TILE", vyre_spec_u32(0)}});
  EXPECT_TRUE(refused_values("matmul", none, VYRE_ERROR_INVALID_PROGRAM, {"axis 0 is 0"}));
  const SpecMap large = values_of({{"TILE", vyre_spec_u32(4096)}});
  EXPECT_TRUE(refused_values("matmul", large, VYRE_ERROR_UNSUPPORTED_FEATURE, {"invocations"}));
}

TEST_F(SpirvRefusals, BindingsThatAreNotTheModulesAreNamed) {
  const std::string module = kernel("matmul");
  vyre_spirv_binding seen[] = {{{}, vyre_str("U32"), 0, 0, 1, 4, 0, VYRE_ACCESS_READ_ONLY},
                               {{}, vyre_str("U32"), 0, 0, 0, 2, 1, VYRE_ACCESS_READ_ONLY},
                               {{}, vyre_str("U32"), 0, 0, 0, 7, 2, VYRE_ACCESS_READ_WRITE},
                               {{}, vyre_str("U32"), 0, 0, 3, 3, 3, VYRE_ACCESS_READ_WRITE}};
  vyre_spirv_desc desc = describe(module);
  desc.bindings = seen;
  desc.binding_count = 4;
  EXPECT_TRUE(refused_module(session_, desc, VYRE_ERROR_NOT_FOUND, {"set3.binding3"}));
  desc.binding_count = 2;
  EXPECT_TRUE(refused_module(session_, desc, VYRE_ERROR_INVALID_ARGUMENT,
                             {"set0.binding7", "'product'", "no entry"}));
  desc.binding_count = 3;
  seen[2].access = VYRE_ACCESS_UNIFORM;
  EXPECT_TRUE(refused_module(session_, desc, VYRE_ERROR_INVALID_ARGUMENT, {"is a storage buffer"}));
  seen[2].access = VYRE_ACCESS_READ_WRITE;
  seen[2].element = vyre_str("F33");
  EXPECT_TRUE(refused_module(session_, desc, VYRE_ERROR_INVALID_ARGUMENT, {"F33"}));
  seen[2].element = vyre_str("U32");
  seen[2].slot = 1;
  EXPECT_TRUE(refused_module(session_, desc, VYRE_ERROR_INVALID_PROGRAM, {"slot 1"}));
}

TEST_F(SpirvRefusals, TooSmallABufferIsNamed) {
  const Pipeline pipeline = make(session_, "histogram");
  const uint32_t words[16] = {};
  EXPECT_TRUE(refused(dispatch(pipeline,
                               {vyre_bind_input(0, words, 20), vyre_bind_input(1, words, 64),
                                vyre_bind_zeros(2, 64)},
                               with_grid(VYRE_DISPATCH_DESC_INIT, 1)),
                      VYRE_ERROR_INVALID_ARGUMENT, {"'shape'", "20 bytes", "40"}));
}

TEST_F(SpirvRefusals, AGridThatNothingTellsIsAskedFor) {
  const Pipeline pipeline = make(session_, "histogram");
  const uint32_t words[16] = {1, 1, 1};
  EXPECT_TRUE(refused(dispatch(pipeline, {vyre_bind_input(0, words, 64),
                                          vyre_bind_input(1, words, 64), vyre_bind_zeros(2, 64)}),
                      VYRE_ERROR_INVALID_ARGUMENT, {"VYRE_DISPATCH_SET_GRID"}));
}

// Push constants, the grid, then one buffer after the other, by slot.
TEST_F(SpirvRefusals, WhatIsToldFirstOfADispatchOfAModule) {
  const uint32_t words[16] = {};
  const auto dispatch = [&](std::string_view name, const vyre_binding& first,
                            const vyre_binding& second, const vyre_dispatch_desc& desc) {
    const Pipeline pipeline = make(session_, name);
    return test::dispatch(pipeline, {first, second, vyre_bind_zeros(2, 64)}, &desc);
  };
  const Buffer buffer = make_buffer(session_, 256);
  const vyre_binding small = vyre_bind_input(0, words, 20), right = vyre_bind_input(1, words, 64);
  const vyre_binding askew = vyre_bind_buffer_range(1, buffer.get(), 4, 64);
  const vyre_dispatch_desc one = with_grid(VYRE_DISPATCH_DESC_INIT, 1);
  const vyre_dispatch_desc wide = with_grid(VYRE_DISPATCH_DESC_INIT, 1, UINT32_MAX);
  const vyre_dispatch_desc none = with_grid(VYRE_DISPATCH_DESC_INIT, 0);
  const int32_t code = VYRE_ERROR_INVALID_ARGUMENT;
  EXPECT_TRUE(refused(dispatch("saxpy", small, right, none), code, {"has a zero axis"}));
  EXPECT_TRUE(refused(dispatch("saxpy", small, right, wide), code, {"is not given"}));
  EXPECT_TRUE(refused(dispatch("histogram", small, askew, wide), VYRE_ERROR_UNSUPPORTED_FEATURE,
                      {"a grid of 1 x 4294967295 x 1 workgroups of a SPIR-V module"}));
  EXPECT_TRUE(refused(dispatch("histogram", small, askew, one), code, {"'shape'", "access 40"}));
  const vyre_binding large = vyre_bind_input(0, words, 64);
  if (profile_of(session_).buffer_offset_alignment > 4) {
    EXPECT_TRUE(refused(dispatch("histogram", large, askew, one), code, {"'Values'", "offset 4"}));
  }
}

TEST_F(SpirvRefusals, WhatOnlyProgramsHaveIsNamed) {
  const Pipeline pipeline = make(session_, "saxpy");
  vyre_program* program = nullptr;
  EXPECT_TRUE(refused(vyre_pipeline_get_program(pipeline.get(), &program),
                      VYRE_ERROR_UNSUPPORTED_FEATURE, {"SPIR-V module"}));
  const Pipeline other = make_pipeline(session_, kIncrement);
  vyre_spirv_info info = VYRE_SPIRV_INFO_INIT;
  EXPECT_TRUE(refused(vyre_pipeline_get_spirv_info(other.get(), &info), VYRE_ERROR_INVALID_ARGUMENT,
                      {"made from a program"}));
}

}  // namespace
}  // namespace vyre::test
