// What is not taken is named, and leaves everything as usable as before.
#include "capi/support/spirv_support.h"

namespace vyre::test {
namespace {

class SpirvRefusals : public testing::Test {
 protected:
  Opened session_ = open_device("vulkan");

  testing::AssertionResult refused_kernel(std::string_view name, vyre_error_code code,
                                          std::initializer_list<std::string_view> parts) {
    return refused_module(session_, describe(kernel(name)), code, parts);
  }
  testing::AssertionResult refused_values(std::string_view name, Constants constants,
                                          vyre_error_code code,
                                          std::initializer_list<std::string_view> parts) {
    return refused_module(session_, describe(kernel(name), std::move(constants)), code, parts);
  }
};

vyre_constant type_constant(const char* name, const char* element) {
  vyre_constant constant = vyre_constant_u32(name, 0);
  constant.kind = VYRE_CONSTANT_TYPE;
  constant.element = vyre_str(element);
  return constant;
}

TEST_F(SpirvRefusals, OtherDevicesLackModules) {
  const Opened oracle = open_device("cpu-ref");
  EXPECT_TRUE(refused_module(oracle, describe(kernel("saxpy")), VYRE_ERROR_UNSUPPORTED_FEATURE,
                             {"'cpu-ref'", "lacks the feature 'SPIR-V modules'"}));
}

TEST_F(SpirvRefusals, ImagesAndArraysOfOpenLengthAreNamed) {
  EXPECT_TRUE(refused_kernel("image", VYRE_ERROR_UNSUPPORTED_FEATURE, {"'picture'", "an image"}));
  EXPECT_TRUE(refused_kernel("open_array", VYRE_ERROR_UNSUPPORTED_FEATURE,
                             {"'pages'", "array of descriptors of open length"}));
}

TEST_F(SpirvRefusals, BytesThatAreNoModuleAreBroken) {
  const std::string module = kernel("saxpy");
  const std::string cut = module.substr(0, module.size() - 40);
  const vyre_error_code code = VYRE_ERROR_MALFORMED_MODULE;
  EXPECT_TRUE(refused_module(session_, describe(cut), code, {"broken"}));
  const std::string odd = module.substr(0, 41);
  EXPECT_TRUE(refused_module(session_, describe(odd), code, {"41 bytes"}));
  Module text = describe(std::string(100, 'x'));
  text.reading.format = VYRE_FORMAT_SPIRV;
  EXPECT_TRUE(refused_module(session_, text, code, {"SPIR-V"}));
}

TEST_F(SpirvRefusals, EntryPointsThatAreNotThereAreNamed) {
  Module module = describe(kernel("saxpy"));
  module.reading.entry = vyre_str("other");
  EXPECT_TRUE(refused_module(session_, module, VYRE_ERROR_NOT_FOUND, {"'other'", "'main'"}));
}

TEST_F(SpirvRefusals, ConstantsThatAreNotThereAreNamedBesideThoseThatAre) {
  EXPECT_TRUE(refused_values("matmul", {vyre_constant_u32("TILES", 4)}, VYRE_ERROR_NOT_FOUND,
                             {"'TILES'", "'TILE' or '#0' (u32)", "'#3' (boolean)"}));
  const Constants number = {vyre_constant_u32("#9", 4)};
  EXPECT_TRUE(refused_values("matmul", number, VYRE_ERROR_NOT_FOUND, {"'#9'"}));
  EXPECT_TRUE(refused_values("saxpy", number, VYRE_ERROR_NOT_FOUND, {"no constant to choose"}));
}

TEST_F(SpirvRefusals, ConstantsThatAreNotThereAreAllNamedOrSkipped) {
  const Constants two = {vyre_constant_u32("TILES", 4), vyre_constant_u32("#9", 4)};
  Module module = describe(kernel("matmul"), two);
  EXPECT_TRUE(refused_module(session_, module, VYRE_ERROR_NOT_FOUND, {"'TILES'", "'#9'"}));
  module.making.flags = VYRE_PIPELINE_IGNORE_UNKNOWN_CONSTANTS;
  const Pipeline pipeline = make(session_, module);
  EXPECT_EQ(vyre_pipeline_get_info(pipeline.get())->workgroup[0], 1u);  // the default
}

TEST_F(SpirvRefusals, ValuesOfAnotherKindAreNamed) {
  const vyre_error_code code = VYRE_ERROR_INVALID_ARGUMENT;
  EXPECT_TRUE(refused_values("matmul", {vyre_constant_f32("TILE", 4)}, code,
                             {"'TILE' or '#0' (u32)", "another kind, f32"}));
  EXPECT_TRUE(refused_values("matmul", {type_constant("#5", "F32")}, code, {"an element type"}));
  EXPECT_TRUE(refused_values("matmul", {vyre_constant_u32("#0", 4), vyre_constant_u32("TILE", 4)},
                             code, {"by name and by"}));
  EXPECT_TRUE(refused_values("wide", {vyre_constant_u32("WIDE", 4)}, VYRE_ERROR_UNSUPPORTED_FEATURE,
                             {"'WIDE' or '#1' (of 8, 16 or 64 bits)"}));
}

TEST_F(SpirvRefusals, WorkgroupsThatConstantsMakeTooLargeAreNamed) {
  EXPECT_TRUE(refused_values("matmul", {vyre_constant_u32("TILE", 0)}, VYRE_ERROR_INVALID_PROGRAM,
                             {"axis 0 is 0"}));
  EXPECT_TRUE(refused_values("matmul", {vyre_constant_u32("TILE", 4096)},
                             VYRE_ERROR_UNSUPPORTED_FEATURE, {"invocations"}));
}

TEST_F(SpirvRefusals, DivisionsOfAModuleAreItsOwn) {
  Module module = describe(kernel("saxpy"));
  module.making.flags = VYRE_PIPELINE_DIVISION_GIVES_ZERO;
  EXPECT_TRUE(refused_module(session_, module, VYRE_ERROR_INVALID_ARGUMENT,
                             {"VYRE_PIPELINE_DIVISION_GIVES_ZERO", "SPIR-V module"}));
}

TEST_F(SpirvRefusals, AnotherWorkgroupThanTheModulesIsNamed) {
  Module module = describe(kernel("saxpy"));
  module.making.workgroup[0] = 32;
  module.making.workgroup[1] = module.making.workgroup[2] = 1;
  EXPECT_TRUE(refused_module(session_, module, VYRE_ERROR_INVALID_ARGUMENT,
                             {"[32, 1, 1]", "[64, 1, 1]", "constants"}));
  module.making.workgroup[0] = 64;
  EXPECT_NE(make(session_, module), nullptr);
}

TEST_F(SpirvRefusals, ParametersThatAreNotTheModulesAreNamed) {
  vyre_spirv_parameter seen[] = {{{}, vyre_str("U32"), 0, 1, 4, 0, VYRE_ACCESS_READ_ONLY, 0},
                                 {{}, vyre_str("U32"), 0, 0, 2, 1, VYRE_ACCESS_READ_ONLY, 0},
                                 {{}, vyre_str("U32"), 0, 0, 7, 2, VYRE_ACCESS_READ_WRITE, 0},
                                 {{}, vyre_str("U32"), 0, 3, 3, 3, VYRE_ACCESS_READ_WRITE, 0}};
  const vyre_error_code code = VYRE_ERROR_INVALID_ARGUMENT;
  Module module = describe(kernel("matmul"));
  module.reading.parameters = seen;
  module.reading.parameter_count = 4;
  EXPECT_TRUE(refused_module(session_, module, VYRE_ERROR_NOT_FOUND, {"set3.binding3"}));
  module.reading.parameter_count = 2;
  EXPECT_TRUE(refused_module(session_, module, code, {"set0.binding7", "'product'", "no entry"}));
  module.reading.parameter_count = 3;
  seen[2].access = VYRE_ACCESS_UNIFORM;
  EXPECT_TRUE(refused_module(session_, module, code, {"is a storage buffer"}));
  seen[2].access = VYRE_ACCESS_READ_WRITE;
  seen[2].element = vyre_str("F33");
  EXPECT_TRUE(refused_module(session_, module, code, {"F33"}));
  seen[2].element = vyre_str("U32");
  seen[2].slot = 1;
  EXPECT_TRUE(refused_module(session_, module, code, {"set0.binding2", "slot 1"}));
  seen[2].slot = 0;  // as that of another set
  EXPECT_NE(make(session_, module), nullptr);
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
                      VYRE_ERROR_INVALID_ARGUMENT,
                      {"cannot be told from what it writes", "vyre_grid"}));
}

TEST_F(SpirvRefusals, AModuleOfTwoAxesIsAskedForItsShape) {
  const Pipeline pipeline = make(session_, "matmul");
  const uint32_t words[16] = {}, size = 4;
  const Bindings bindings = {vyre_bind_at(1, 4, vyre_bind_input(0, words, 64)),
                             vyre_bind_input(2, words, 64), vyre_bind_zeros(7, 64)};
  EXPECT_TRUE(refused(dispatch(pipeline, bindings, pushing(size)), VYRE_ERROR_INVALID_ARGUMENT,
                      {"vyre_dispatch: ", "looks at 2 axes", "{width, height, 1}"}));
  EXPECT_TRUE(ok(dispatch(pipeline, bindings, with_grid(pushing(size), 1))));
}

TEST_F(SpirvRefusals, ABindingInAnotherSetIsNamed) {
  const Pipeline pipeline = make(session_, "matmul");
  const uint32_t words[16] = {}, size = 4;
  const auto bind = [&](uint32_t set) {
    return Bindings{vyre_bind_at(set, 4, vyre_bind_input(0, words, 64)),
                    vyre_bind_input(2, words, 64), vyre_bind_zeros(7, 64)};
  };
  for (const uint32_t set : {0u, 2u}) {
    EXPECT_TRUE(refused(dispatch(pipeline, bind(set), with_grid(pushing(size), 1)),
                        VYRE_ERROR_NOT_FOUND, {"slot 4"}));
  }
  EXPECT_TRUE(ok(dispatch(pipeline, bind(1), with_grid(pushing(size), 1))));
}

// The grid, push constants, then one buffer after the other, by slot.
TEST_F(SpirvRefusals, WhatIsToldFirstOfADispatchOfAModule) {
  const uint32_t words[16] = {};
  const auto dispatch = [&](std::string_view name, const vyre_binding& first,
                            const vyre_binding& second, const vyre_dispatch_desc& desc) {
    const Pipeline pipeline = make(session_, name);
    return test::dispatch(pipeline, {first, second, vyre_bind_zeros(2, 64)}, &desc);
  };
  const Buffer buffer = make_buffer(session_, 256);
  const vyre_binding small = vyre_bind_input(0, words, 20), right = vyre_bind_input(1, words, 64);
  const vyre_binding askew = vyre_bind_range(1, buffer.get(), 4, 64);
  const vyre_dispatch_desc one = with_grid(VYRE_DISPATCH_DESC_INIT, 1);
  const vyre_dispatch_desc wide = with_grid(VYRE_DISPATCH_DESC_INIT, 1, UINT32_MAX);
  const vyre_dispatch_desc none = with_grid(VYRE_DISPATCH_DESC_INIT, 0);  // {0, 1, 1}
  const vyre_error_code code = VYRE_ERROR_INVALID_ARGUMENT;
  EXPECT_TRUE(refused(dispatch("saxpy", small, right, none), code, {"a zero axis"}));
  EXPECT_TRUE(refused(dispatch("saxpy", small, right, wide), code, {"is not given"}));
  EXPECT_TRUE(refused(dispatch("histogram", small, askew, wide), VYRE_ERROR_UNSUPPORTED_FEATURE,
                      {"a grid of 1 x 4294967295 x 1 workgroups of a SPIR-V module"}));
  EXPECT_TRUE(refused(dispatch("histogram", small, askew, one), code, {"'shape'", "access 40"}));
  const vyre_binding large = vyre_bind_input(0, words, 64);
  if (info_of(session_).buffer_offset_alignment > 4) {
    EXPECT_TRUE(refused(dispatch("histogram", large, askew, one), code, {"'Values'", "offset 4"}));
  }
}

TEST_F(SpirvRefusals, APushRangeHasNothingReserved) {
  const Pipeline pipeline = make(session_, "saxpy");
  const uint32_t words[8] = {};
  vyre_push_range range = vyre_push(words, sizeof words);
  vyre_dispatch_desc desc = with_grid(VYRE_DISPATCH_DESC_INIT, 1);
  desc.push = &range;
  desc.push_count = 1;
  const auto dispatch = [&] {
    return test::dispatch(
        pipeline,
        {vyre_bind_input(0, words, 4), vyre_bind_input(1, words, 4), vyre_bind_zeros(2, 4)}, desc);
  };
  const vyre_error_code code = VYRE_ERROR_INVALID_ARGUMENT;
  EXPECT_TRUE(ok(dispatch()));
  range.reserved = 3;
  EXPECT_TRUE(refused(dispatch(), code, {"vyre_dispatch: ", "vyre_push_range.reserved is 3"}));
  range.reserved = 0;
  range.data = nullptr;
  EXPECT_TRUE(refused(dispatch(), code, {"vyre_dispatch: ", "data is NULL and has 32"}));
  desc.push = nullptr;
  EXPECT_TRUE(refused(dispatch(), code, {"vyre_dispatch: ", "push is NULL"}));
}

}  // namespace
}  // namespace vyre::test
