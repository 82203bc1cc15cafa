// Kernels in GLSL through the C interface, beside the same computed here.
#include <array>
#include <numeric>

#include "capi/support/sequence_support.h"
#include "capi/support/spirv_support.h"

namespace vyre::test {
namespace {

struct SaxpyPush {
  uint32_t count = 0;
  float scale = 0;
  uint32_t unused[2] = {0, 0};
  float shift[4] = {0, 0, 0, 0};
};
static_assert(sizeof(SaxpyPush) == 32);

std::vector<float> saxpy(const SaxpyPush& push, const std::vector<float>& x,
                         const std::vector<float>& y, size_t room) {
  std::vector<float> result(room);
  for (uint32_t i = 0; i < push.count; ++i) {
    const float product = push.scale * x[i];
    const float sum = product + y[i];
    result[i] = sum + push.shift[i % 4];
  }
  return result;
}

struct SaxpyInput {
  std::vector<float> x, y;
  explicit SaxpyInput(size_t count) : x(count), y(count) {
    for (size_t i = 0; i < count; ++i) {
      x[i] = static_cast<float>(i) * 0.37f - 20.0f;
      y[i] = 1000.0f / static_cast<float>(i + 1);
    }
  }
};

Bindings bind(const SaxpyInput& in, std::vector<float>& out) {
  return {bind_input(0, in.x), bind_input(1, in.y), bind_output(2, out)};
}

constexpr SaxpyPush kPush{990, 1.7f, {7, 7}, {1, 2, 3, 4.5f}};

class SpirvPipeline : public testing::Test {
 protected:
  Opened session_ = open_device("vulkan");
};

TEST_F(SpirvPipeline, PushConstantsReachAKernelOfPlainBuffers) {
  for (const std::string_view name : {"saxpy", "saxpy_1_0"}) {
    const Pipeline pipeline = make(session_, name);
    const SaxpyInput in(1000);
    std::vector<float> out(1000);
    vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
    ASSERT_TRUE(ok(dispatch(pipeline, bind(in, out), pushing(kPush), &result)));
    EXPECT_EQ(out, saxpy(kPush, in.x, in.y, 1000)) << name;
    EXPECT_EQ(result.grid[0], 16u);
    EXPECT_EQ(result.workgroup[0], 64u);
  }
}

TEST_F(SpirvPipeline, OtherPushConstantsOnTheSamePipelineAreSeen) {
  const Pipeline pipeline = make(session_, "saxpy");
  const SaxpyInput in(1000);
  for (uint32_t count : {1000u, 1u, 64u, 999u}) {
    SaxpyPush push = kPush;
    push.count = count;
    push.scale = static_cast<float>(count);
    std::vector<float> out(1000, 5.0f);
    ASSERT_TRUE(ok(dispatch(pipeline, bind(in, out), pushing(push))));
    EXPECT_EQ(out, saxpy(push, in.x, in.y, 1000)) << count;
  }
}

TEST_F(SpirvPipeline, PushConstantsCanBeGivenByOffset) {
  const Pipeline pipeline = make(session_, "saxpy");
  const SaxpyInput in(1000);
  std::vector<float> out(1000);
  const float wrong = 9.0f;
  const vyre_push_range ranges[] = {{&kPush.shift, 16, 16, 0},
                                    {&wrong, 4, 4, 0},
                                    {&kPush.count, 4, 0, 0},
                                    {&kPush.scale, 4, 4, 0}};
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.push = ranges;
  desc.push_count = 4;
  ASSERT_TRUE(ok(dispatch(pipeline, bind(in, out), &desc)));
  EXPECT_EQ(out, saxpy(kPush, in.x, in.y, 1000));
}

TEST_F(SpirvPipeline, PushConstantsThatAreNotGivenAreNamed) {
  const Pipeline pipeline = make(session_, "saxpy");
  const SaxpyInput in(64);
  std::vector<float> out(64);
  const auto dispatch = [&](const vyre_dispatch_desc& desc) {
    return test::dispatch(pipeline, bind(in, out), &desc);
  };
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  EXPECT_TRUE(refused(dispatch(desc), VYRE_ERROR_INVALID_ARGUMENT, {"32 bytes", "byte 0"}));
  const vyre_push_range part = vyre_push(&kPush, 20);
  desc.push = &part;
  desc.push_count = 1;
  EXPECT_TRUE(refused(dispatch(desc), VYRE_ERROR_INVALID_ARGUMENT, {"byte 20"}));
}

TEST_F(SpirvPipeline, PushConstantsBehindTheBlockAreDropped) {
  const Pipeline pipeline = make(session_, "saxpy");
  const SaxpyInput in(64);
  std::vector<float> out(64);
  SaxpyPush push = kPush;
  push.count = 64;
  const std::array<SaxpyPush, 2> two = {push, {}};
  const vyre_push_range ranges[] = {vyre_push(&two, sizeof two), {&two, 4, 32, 0}};
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.push = ranges;
  desc.push_count = 2;
  EXPECT_TRUE(ok(dispatch(pipeline, bind(in, out), desc)));
  EXPECT_EQ(out, saxpy(push, in.x, in.y, 64));
}

TEST_F(SpirvPipeline, ProgramsTakeNoPushConstants) {
  const Pipeline pipeline = make_pipeline(session_, kIncrement);
  const Words a = {1, 2, 3, 4};
  Words out(4);
  EXPECT_TRUE(refused(dispatch(pipeline, {bind_input(0, a), bind_output(1, out)}, pushing(kPush)),
                      VYRE_ERROR_INVALID_ARGUMENT,
                      {"push constants", "programs of the IR have none"}));
}

TEST_F(SpirvPipeline, ConstantsShapeAMatrixProductOfOneModule) {
  constexpr uint32_t kSize = 48;
  std::vector<uint32_t> a(kSize * kSize), b(a.size());
  std::iota(a.begin(), a.end(), 3u);
  std::iota(b.begin(), b.end(), 1u << 20);
  const vyre_spirv_parameter seen[] = {
      {vyre_str("a"), vyre_str("U32"), 0, 1, 4, 0, VYRE_ACCESS_READ_ONLY, 0},
      {vyre_str("b"), vyre_str("U32"), a.size(), 0, 2, 1, VYRE_ACCESS_READ_ONLY, 0},
      {{}, {}, 0, 0, 7, 2, VYRE_ACCESS_READ_WRITE, 0}};
  for (const uint32_t tile : {1u, 4u, 8u, 16u}) {
    Module module = describe(kernel("matmul"),
                             {vyre_constant_u32("TILE", tile), vyre_constant_bool("#3", tile == 8),
                              vyre_constant_i32("OFFSET", -5)});
    module.reading.parameters = seen;
    module.reading.parameter_count = 3;
    const Pipeline pipeline = make(session_, module);
    std::vector<uint32_t> c(a.size()), expected(a.size());
    vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
    ASSERT_TRUE(
        ok(dispatch(pipeline,
                    {vyre_bind_name("b", bind_input(0, b)), vyre_bind_at(1, 0, bind_input(0, a)),
                     vyre_bind_name("product", bind_output(0, c))},
                    with_grid(pushing(kSize), kSize / tile, kSize / tile), &result)));
    for (uint32_t row = 0; row < kSize; ++row) {
      for (uint32_t column = 0; column < kSize; ++column) {
        uint32_t sum = static_cast<uint32_t>(-5);
        for (uint32_t k = 0; k < kSize; ++k) sum += a[row * kSize + k] * b[k * kSize + column];
        expected[row * kSize + column] = tile == 8 ? 0 - sum : sum;
      }
    }
    EXPECT_EQ(c, expected) << "tile " << tile;
    EXPECT_EQ(result.workgroup[1], tile);
  }
}

// By its bits.
TEST_F(SpirvPipeline, AnIntegerServesForTheOtherKindOfInteger) {
  const Pipeline pipeline =
      make(session_, "matmul", {vyre_constant_i32("TILE", 1), vyre_constant_u32("OFFSET", ~4u)});
  EXPECT_EQ(vyre_pipeline_get_info(pipeline.get())->workgroup[0], 1u);
  const std::vector<uint32_t> a = {3}, b = {7};
  std::vector<uint32_t> c(1);
  const uint32_t size = 1;
  ASSERT_TRUE(ok(
      dispatch(pipeline, {vyre_bind_at(1, 4, bind_input(0, a)), bind_input(2, b), bind_inout(7, c)},
               with_grid(pushing(size), 1))));
  EXPECT_EQ(c[0], 16u);
}

// What constants make of it is asked when they are chosen.
TEST_F(SpirvPipeline, ALengthThatDefaultsDoNotMakeIsChosen) {
  EXPECT_TRUE(refused_module(session_, describe(kernel("divided")), VYRE_ERROR_UNSUPPORTED_FEATURE,
                             {"whose length is undefined: the division of constant ",
                              "Fix: choose specialization constants by which it does not divide"}));
  const Pipeline pipeline = make(session_, "divided", {vyre_constant_u32("PARTS", 2)});
  Words words = {1, 2, 3, 4};
  ASSERT_TRUE(ok(dispatch(pipeline, {bind_inout(0, words)}, vyre_grid(1, 1, 1))));
  EXPECT_EQ(words, (Words{1 + 2 + 3 + 4 + 6, 2, 3, 4}));
}

// The software device ends the process over it.
TEST_F(SpirvPipeline, ADivisionThatDefaultsMakeOverflowIsChosen) {
  EXPECT_TRUE(refused_module(
      session_, describe(kernel("quotient")), VYRE_ERROR_UNSUPPORTED_FEATURE,
      {"divides -2147483648 by -1, which has no result", "Fix: choose specialization constants"}));
  for (const auto& [a, b, quotient] :
       {std::tuple(INT32_MIN, 2, -(1 << 30)), std::tuple(-7, -1, 7)}) {
    const Pipeline pipeline =
        make(session_, "quotient", {vyre_constant_i32("A", a), vyre_constant_i32("B", b)});
    std::vector<int32_t> words = {0};
    ASSERT_TRUE(ok(dispatch(pipeline, {bind_inout(0, words)}, vyre_grid(1, 1, 1))));
    EXPECT_EQ(words[0], quotient);
  }
}

// A shape is rounded up: the module looks at the rest itself.
TEST_F(SpirvPipeline, AShapeGivesAsManyWorkgroupsAsCoverIt) {
  const Pipeline pipeline = make(session_, "saxpy");
  const SaxpyInput in(1000);
  std::vector<float> out(1000);
  vyre_dispatch_desc desc = pushing(kPush);
  desc.shape[0] = 990;
  desc.shape[1] = desc.shape[2] = 1;
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  ASSERT_TRUE(ok(dispatch(pipeline, bind(in, out), desc, &result)));
  EXPECT_EQ(out, saxpy(kPush, in.x, in.y, 1000));
  EXPECT_EQ(result.grid[0], 16u);
  EXPECT_EQ(result.segments, 1u);
}

struct Shape {  // std140: a matrix of two columns, each a vec4
  uint32_t count = 0, width = 1, bins = 1, pad = 0;
  float unused[8] = {};
};

std::vector<uint32_t> count_in_bins(const std::vector<uint32_t>& values, const Shape& shape) {
  std::vector<uint32_t> counted(1 + shape.bins);
  for (const uint32_t value : values) {
    ++counted[0];
    ++counted[1 + std::min(value / shape.width, shape.bins - 1)];
  }
  return counted;
}

TEST_F(SpirvPipeline, AUniformBufferAndAtomicsCountValues) {
  const Pipeline pipeline = make(session_, "histogram");
  std::vector<uint32_t> values(5000);
  for (uint32_t i = 0; i < values.size(); ++i) values[i] = i * 2654435761u >> 20;
  const Shape shape{5000, 100, 12, 0, {}};
  std::vector<uint32_t> counted(13, 0);
  ASSERT_TRUE(ok(dispatch(pipeline,
                          {vyre_bind_name("shape", vyre_bind_input(0, &shape, sizeof shape)),
                           vyre_bind_name("Values", bind_input(0, values)),
                           vyre_bind_name("counted", bind_inout(0, counted))},
                          with_grid(VYRE_DISPATCH_DESC_INIT, 157))));
  EXPECT_EQ(counted, count_in_bins(values, shape));
}

TEST_F(SpirvPipeline, BuffersOfTheDeviceServeModulesToo) {
  const Pipeline pipeline = make(session_, "histogram");
  const std::vector<uint32_t> values = {1, 250, 251, 99, 7000};
  const Shape shape{5, 100, 4, 0, {}};
  const Buffer uniform = make_buffer(session_, 1024), counted = make_buffer(session_, 20);
  ASSERT_TRUE(ok(vyre_buffer_write(uniform.get(), 512, &shape, sizeof shape)));
  vyre_dispatch_desc desc = with_grid(VYRE_DISPATCH_DESC_INIT, 1);
  desc.iterations = 3;
  ASSERT_TRUE(ok(dispatch(pipeline,
                          {vyre_bind_range(0, uniform.get(), 512, sizeof shape),
                           bind_input(1, values), bind_buffer(2, counted)},
                          &desc)));
  std::vector<uint32_t> expected = count_in_bins(values, shape);
  for (uint32_t& word : expected) word *= 3;
  EXPECT_EQ(words_of(counted), expected);
}

TEST_F(SpirvPipeline, WorkAndTimingAreThoseOfPrograms) {
  const Pipeline pipeline = make(session_, "saxpy");
  const SaxpyInput in(1000);
  std::vector<float> out(1000);
  const auto bindings = bind(in, out);
  SaxpyPush push = kPush;
  vyre_dispatch_desc desc = pushing(push);
  desc.flags = VYRE_DISPATCH_TIMED;
  const Work work = begin_dispatch(pipeline, bindings, &desc);
  push.count = 0;  // it was copied
  ASSERT_TRUE(ok(collect(work, bindings)));
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  ASSERT_TRUE(ok(vyre_work_get_result(work.get(), &result)));
  EXPECT_GT(result.host_ns, 0u);
  EXPECT_EQ(result.output_bytes, bytes_in(out));
  EXPECT_EQ(out, saxpy(kPush, in.x, in.y, 1000));
}

// A second pass changes nothing, as the result does not depend on itself.
TEST_F(SpirvPipeline, RepetitionStopsWhenNothingChanges) {
  const Pipeline pipeline = make(session_, "saxpy");
  const SaxpyInput in(100);
  std::vector<float> out(100);
  SaxpyPush push = kPush;
  push.count = 100;
  vyre_dispatch_desc desc = pushing(push);
  desc.flags = VYRE_DISPATCH_UNTIL_STABLE;
  desc.iterations = 50;
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  ASSERT_TRUE(ok(dispatch(pipeline, bind(in, out), &desc, &result)));
  EXPECT_EQ(result.iterations, 2u);
  EXPECT_EQ(out, saxpy(push, in.x, in.y, 100));
}

TEST_F(SpirvPipeline, WorkUnderWayOutlivesItsPipelineItsBufferAndItsHandle) {
  const SaxpyInput in(1000);
  std::vector<float> out(1000);
  const Buffer result = make_buffer(session_, 4000);
  const Bindings bindings = {bind_input(0, in.x), bind_input(1, in.y), bind_buffer(2, result)};
  const vyre_dispatch_desc desc = pushing(kPush);
  for (int round = 0; round < 3; ++round) {
    Pipeline pipeline = make(session_, "saxpy");
    const Work work = begin_dispatch(pipeline, bindings, &desc);
    pipeline.reset();
  }
  ASSERT_TRUE(ok(vyre_buffer_read(result.get(), 0, out.data(), bytes_in(out))));
  EXPECT_EQ(out, saxpy(kPush, in.x, in.y, 1000));
  const Pipeline pipeline = make(session_, "saxpy");
  const Work work = begin_dispatch(pipeline, bindings, &desc);
  ASSERT_TRUE(ok(vyre_buffer_free(result.get())));
  EXPECT_EQ(wait_for(work), VYRE_WORK_READY);
  EXPECT_TRUE(refused(dispatch(pipeline, bindings, &desc), VYRE_ERROR_INVALID_ARGUMENT, {"freed"}));
}

// saxpy on buffers, as a step of a sequence.
class SaxpyStep : public SpirvPipeline {
 protected:
  SaxpyStep() {
    push_.count = 100;
    EXPECT_TRUE(ok(vyre_buffer_write(x_.get(), 0, in_.x.data(), 400)));
    EXPECT_TRUE(ok(vyre_buffer_write(y_.get(), 0, in_.y.data(), 400)));
  }
  void expect_result() {
    std::vector<float> out(100);
    ASSERT_TRUE(ok(vyre_sequence_run(sequence_.get(), nullptr, nullptr)));
    ASSERT_TRUE(ok(vyre_buffer_read(result_.get(), 0, out.data(), 400)));
    EXPECT_EQ(out, saxpy(push_, in_.x, in_.y, 100));
  }

  const Pipeline pipeline_ = make(session_, "saxpy");
  const SaxpyInput in_{100};
  const Buffer x_ = make_buffer(session_, 400), y_ = make_buffer(session_, 400);
  const Buffer result_ = make_buffer(session_, 400);
  const Bindings bindings_ = {bind_buffer(0, x_), bind_buffer(1, y_), bind_buffer(2, result_)};
  const Sequence sequence_ = make_sequence(session_);
  SaxpyPush push_ = kPush;
};

TEST_F(SaxpyStep, KeepsThePushConstantsThatDoNotChange) {
  const vyre_dispatch_desc desc = with_grid(pushing(push_), 2);
  const uint32_t step = add_dispatch(sequence_, pipeline_, bindings_, &desc);
  expect_result();
  for (const float scale : {0.25f, 3.0f, -1.0f, 8.0f}) {
    push_.scale = scale;
    const vyre_push_range range = {&push_.scale, 4, 4, 0};
    vyre_step_update update = {};
    update.step = step;
    update.push = &range;
    update.push_count = 1;
    ASSERT_TRUE(ok(vyre_sequence_update(sequence_.get(), &update, 1)));
    expect_result();
  }
}

TEST_F(SaxpyStep, IsPushedAllAnewWhenItIsAddedAgain) {
  for (const float scale : {0.25f, 3.0f, -1.0f}) {
    push_.scale = scale;
    const vyre_dispatch_desc desc = with_grid(pushing(push_), 2);
    add_dispatch(sequence_, pipeline_, bindings_, &desc);
    expect_result();
    ASSERT_TRUE(ok(vyre_sequence_clear(sequence_.get())));
    const vyre_push_range part = {&push_.scale, 4, 4, 0};
    vyre_dispatch_desc less = vyre_grid(2, 1, 1);
    less.push = &part;
    less.push_count = 1;
    EXPECT_TRUE(
        refused(vyre_sequence_add_dispatch(sequence_.get(), pipeline_.get(), bindings_.data(),
                                           bindings_.size(), &less, nullptr),
                VYRE_ERROR_INVALID_ARGUMENT, {"push constants"}));
  }
}

TEST_F(SpirvPipeline, TellsWhatItIs) {
  const Pipeline pipeline = make(session_, "histogram");
  const vyre_pipeline_info* info = vyre_pipeline_get_info(pipeline.get());
  EXPECT_EQ(info->workgroup[0], 32u);
  EXPECT_EQ(info->workgroup[1], 1u);
  EXPECT_EQ(info->push_constant_bytes, 0u);
  EXPECT_EQ(info->dimensions, 1u);
  EXPECT_EQ(info->flags, 0u);
  const auto program = made<Program>(vyre_pipeline_get_program, pipeline.get());
  const vyre_program_info* of = vyre_program_get_info(program.get());
  EXPECT_EQ(string_of(of->entry), "main");
  ASSERT_EQ(of->parameter_count, 3u);  // not the one that nothing uses
  const struct {
    const char *name, *element;
    vyre_access access;
  } expected[] = {{"shape", "Bytes", VYRE_ACCESS_UNIFORM},
                  {"Values", "U32", VYRE_ACCESS_READ_ONLY},
                  {"counted", "Bytes", VYRE_ACCESS_READ_WRITE}};
  for (uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(string_of(of->parameters[i]->name), expected[i].name);
    EXPECT_EQ(string_of(of->parameters[i]->element), expected[i].element);
    EXPECT_EQ(of->parameters[i]->access, expected[i].access);
    EXPECT_EQ(of->parameters[i]->slot, i);
  }
}

Pipeline overlapping(const Opened& opened, std::string_view name) {
  Module module = describe(kernel(name));
  module.making.flags = VYRE_PIPELINE_ALLOW_OVERLAP;
  return make(opened, module);
}

// What one binding has stored the other loads.
Words twice_from_1(size_t count) {
  Words words(count);
  for (size_t i = 0; i < count; ++i) words[i] = static_cast<uint32_t>(2 * (i + 1));
  return words;
}

TEST_F(SpirvPipeline, EntryPointsAreToldAndChosenByName) {
  EXPECT_TRUE(refused_module(session_, describe(kernel("two_entries")), VYRE_ERROR_NOT_FOUND,
                             {"several entry points", "'ones', 'twos'"}));
  Module module = describe(kernel("two_entries"));
  module.reading.entry = vyre_str("twos");
  const Pipeline pipeline = make(session_, module);
  std::vector<uint32_t> result(1);
  ASSERT_TRUE(ok(dispatch(pipeline, {bind_inout(0, result)}, vyre_grid(1, 1, 1))));
  EXPECT_EQ(result[0], 2u);
  const auto program = made<Program>(vyre_pipeline_get_program, pipeline.get());
  const vyre_program_info& info = *vyre_program_get_info(program.get());
  EXPECT_EQ(string_of(info.entry), "twos");
  EXPECT_EQ(info.workgroup[0], 2u);
  ASSERT_EQ(info.entry_point_count, 2u);
  EXPECT_EQ(string_of(*info.entry_points[0]), "ones");
  EXPECT_EQ(string_of(*info.entry_points[1]), "twos");
}

TEST_F(SpirvPipeline, OverlapsOfBuffersNeedTheFlag) {
  const Buffer buffer = make_buffer(session_, 64 * 4);
  const Bindings both = {bind_buffer(0, buffer), bind_buffer(1, buffer)};
  const vyre_dispatch_desc one = vyre_grid(1, 1, 1);
  EXPECT_TRUE(refused(dispatch(make(session_, "aliased"), both, one), VYRE_ERROR_INVALID_ARGUMENT,
                      {"share bytes", "VYRE_PIPELINE_ALLOW_OVERLAP"}));
  const Pipeline pipeline = overlapping(session_, "aliased");
  EXPECT_EQ(vyre_pipeline_get_info(pipeline.get())->flags, VYRE_PIPELINE_ALLOW_OVERLAP);
  ASSERT_TRUE(ok(dispatch(pipeline, both, one)));
  EXPECT_EQ(words_of(buffer), twice_from_1(64));
}

// In place, and with a grid that stands in a buffer too.
TEST_F(SpirvPipeline, AGridInABufferRunsAKernelInPlace) {
  const Pipeline pipeline = overlapping(session_, "aliased");
  const Buffer buffer = make_buffer(session_, 192 * 4), grid = make_buffer(session_, 12);
  const uint32_t counts[] = {2, 1, 1};
  ASSERT_TRUE(ok(vyre_buffer_write(grid.get(), 0, counts, sizeof counts)));
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.grid_buffer = grid.get();
  ASSERT_TRUE(ok(dispatch(pipeline, {bind_buffer(0, buffer), bind_buffer(1, buffer)}, desc)));
  Words expected = twice_from_1(128);
  expected.resize(192);  // the rest is as it was
  EXPECT_EQ(words_of(buffer), expected);
}

TEST_F(SpirvPipeline, OverlapsAreAllowedInSequences) {
  const Pipeline pipeline = overlapping(session_, "aliased");
  const Buffer buffer = make_buffer(session_, 64 * 4);
  const Bindings both = {bind_buffer(0, buffer), bind_buffer(1, buffer)};
  const vyre_dispatch_desc one = vyre_grid(1, 1, 1);
  const auto sequence = made<Sequence>(vyre_sequence_create, session_.device.get(), nullptr);
  ASSERT_TRUE(ok(vyre_sequence_add_dispatch(sequence.get(), pipeline.get(), both.data(),
                                            both.size(), &one, nullptr)));
  ASSERT_TRUE(ok(vyre_sequence_run(sequence.get(), nullptr, nullptr)));
  EXPECT_EQ(words_of(buffer), twice_from_1(64));
}

TEST_F(SpirvPipeline, OverlapsOfHostMemoryAreOneMemoryOfTheDevice) {
  Words words(64, 77);
  const Bindings both = {vyre_bind_input(0, words.data(), 64 * 4),
                         vyre_bind_inout(1, words.data(), 64 * 4)};
  const vyre_dispatch_desc one = vyre_grid(1, 1, 1);
  EXPECT_TRUE(refused(dispatch(make(session_, "aliased"), both, one), VYRE_ERROR_INVALID_ARGUMENT,
                      {"the same bytes of host memory", "VYRE_PIPELINE_ALLOW_OVERLAP"}));
  EXPECT_EQ(words, Words(64, 77));
  ASSERT_TRUE(ok(dispatch(overlapping(session_, "aliased"), both, one)));
  EXPECT_EQ(words, twice_from_1(64));
}

// The second half of what is written is the first of what is read.
TEST_F(SpirvPipeline, PartsOfHostMemoryMayOverlap) {
  Words words(128, 5);
  const Bindings shifted = {vyre_bind_input(0, words.data() + 64, 64 * 4),
                            vyre_bind_inout(1, words.data(), 128 * 4)};
  ASSERT_TRUE(ok(dispatch(overlapping(session_, "aliased"), shifted, vyre_grid(1, 1, 1))));
  EXPECT_EQ(Words(words.begin(), words.begin() + 64), Words(64, 10));  // 64 words on: 5 each
  EXPECT_EQ(Words(words.begin() + 64, words.end()), Words(64, 5));
}

TEST_F(SpirvPipeline, WhatDoesNotOverlapRunsAsEver) {
  const Pipeline pipeline = overlapping(session_, "saxpy");
  const SaxpyInput in(1000);
  std::vector<float> out(1000);
  ASSERT_TRUE(ok(dispatch(pipeline, bind(in, out), pushing(kPush))));
  EXPECT_EQ(out, saxpy(kPush, in.x, in.y, 1000));
}

// A module that asks for one capability more.
std::string asking_for(std::string_view name, uint32_t capability) {
  std::string bytes = kernel(name);
  const uint32_t words[] = {2u << 16 | 17, capability};
  bytes.insert(20, reinterpret_cast<const char*>(words), sizeof words);
  return bytes;
}

TEST_F(SpirvPipeline, CapabilitiesThatADeviceLacksAreFindings) {
  const std::string bytes = asking_for("saxpy", 5282);
  const Program program = load(session_.context, bytes);
  const Error error(vyre_device_check_program(session_.device.get(), program.get(), nullptr));
  const vyre_error_info& info = *vyre_error_get_info(error.get());
  ASSERT_EQ(info.finding_count, 1u) << text_of(error.get());
  EXPECT_EQ(info.code, VYRE_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_EQ(string_of(info.findings[0]->code), "SPIR-V capability 5282 ImageFootprintNV");
  EXPECT_EQ(string_of(info.findings[0]->path), "entry point 'main'");
  EXPECT_NE(info.findings[0]->fix.size, 0u);
  EXPECT_TRUE(ok(vyre_device_check_program(
      session_.device.get(), load(session_.context, kernel("saxpy")).get(), nullptr)));
}

TEST_F(SpirvPipeline, ListsSayWhatModulesMiss) {
  const Program program = load(session_.context, asking_for("saxpy", 5282));
  const vyre_program* programs[] = {program.get()};
  vyre_device_desc desc = VYRE_DEVICE_DESC_INIT;
  desc.programs = programs;
  desc.program_count = 1;
  const auto list = made<DeviceList>(vyre_device_list_create, session_.context.get(),
                                     static_cast<const vyre_device_desc*>(&desc));
  const vyre_device_list_info& info = *vyre_device_list_get_info(list.get());
  for (size_t i = 0; i < info.device_count; ++i) {
    const vyre_device_entry_info& entry = *info.devices[i];
    EXPECT_EQ(entry.order, 0u);
    if (string_of(entry.id).substr(0, 6) != "vulkan") continue;
    EXPECT_EQ(entry.decision, VYRE_DECISION_PROGRAM);
    ASSERT_EQ(entry.missing_count, 1u);
    EXPECT_EQ(string_of(entry.missing[0]->code), "SPIR-V capability 5282 ImageFootprintNV");
  }
}

}  // namespace
}  // namespace vyre::test
