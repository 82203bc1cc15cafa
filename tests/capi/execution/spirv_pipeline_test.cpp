// Kernels in GLSL through the C interface, beside the same computed here.
#include <array>
#include <numeric>

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
  desc.push_ranges = ranges;
  desc.push_range_count = 4;
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
  desc = pushing(kPush);
  desc.push_constant_bytes = 20;
  EXPECT_TRUE(refused(dispatch(desc), VYRE_ERROR_INVALID_ARGUMENT, {"byte 20"}));
  const std::array<SaxpyPush, 2> two = {};
  EXPECT_TRUE(refused(dispatch(pushing(two)), VYRE_ERROR_INVALID_ARGUMENT, {"64 bytes", "32"}));
}

TEST_F(SpirvPipeline, ProgramsTakeNoPushConstants) {
  const Pipeline pipeline = make_pipeline(session_, kIncrement);
  const Words a = {1, 2, 3, 4};
  Words out(4);
  EXPECT_TRUE(refused(dispatch(pipeline, {bind_input(0, a), bind_output(1, out)}, pushing(kPush)),
                      VYRE_ERROR_INVALID_ARGUMENT, {"push constants", "programs have none"}));
}

TEST_F(SpirvPipeline, ConstantsShapeAMatrixProductOfOneModule) {
  const std::string module = kernel("matmul");
  constexpr uint32_t kSize = 48;
  std::vector<uint32_t> a(kSize * kSize), b(a.size());
  std::iota(a.begin(), a.end(), 3u);
  std::iota(b.begin(), b.end(), 1u << 20);
  const vyre_spirv_binding seen[] = {
      {vyre_str("a"), vyre_str("U32"), 0, 0, 1, 4, 0, VYRE_ACCESS_READ_ONLY},
      {vyre_str("b"), vyre_str("U32"), a.size(), 0, 0, 2, 1, VYRE_ACCESS_READ_ONLY},
      {{}, {}, 0, 0, 0, 7, 2, VYRE_ACCESS_READ_WRITE}};
  for (const uint32_t tile : {1u, 4u, 8u, 16u}) {
    const SpecMap values = values_of({{"TILE", vyre_spec_u32(tile)},
                                      {"#3", vyre_spec_boolean(tile == 8)},
                                      {"OFFSET", vyre_spec_i32(-5)}});
    vyre_spirv_desc module_desc = describe(module);
    module_desc.bindings = seen;
    module_desc.binding_count = 3;
    module_desc.values = values.get();
    const Pipeline pipeline = make(session_, module_desc);
    std::vector<uint32_t> c(a.size()), expected(a.size());
    vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
    ASSERT_TRUE(
        ok(dispatch(pipeline,
                    {vyre_bind_input_name(vyre_str("b"), b.data(), bytes_in(b)), bind_input(0, a),
                     vyre_bind_output_name(vyre_str("product"), c.data(), bytes_in(c))},
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
  ASSERT_TRUE(
      ok(dispatch(pipeline,
                  {vyre_bind_input_name(vyre_str("shape"), &shape, sizeof shape),
                   vyre_bind_input_name(vyre_str("Values"), values.data(), bytes_in(values)),
                   vyre_bind_inout_name(vyre_str("counted"), counted.data(), bytes_in(counted))},
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
  desc.set |= VYRE_DISPATCH_SET_ITERATIONS;
  desc.iterations = 3;
  ASSERT_TRUE(ok(dispatch(pipeline,
                          {vyre_bind_buffer_range(0, uniform.get(), 512, sizeof shape),
                           bind_input(1, values), bind_buffer(2, counted)},
                          &desc)));
  std::vector<uint32_t> expected = count_in_bins(values, shape);
  for (uint32_t& word : expected) word *= 3;
  EXPECT_EQ(words_of(counted), expected);
}

TEST_F(SpirvPipeline, PendingWorkAndTimingAreThoseOfPrograms) {
  const Pipeline pipeline = make(session_, "saxpy");
  const SaxpyInput in(1000);
  std::vector<float> out(1000);
  const auto bindings = bind(in, out);
  SaxpyPush push = kPush;
  vyre_dispatch_desc desc = pushing(push);
  desc.flags = VYRE_DISPATCH_TIMED;
  const PendingHandle pending = begin_dispatch(pipeline, bindings, &desc);
  push.count = 0;  // it was copied
  ASSERT_TRUE(ok(collect(pending, bindings)));
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  ASSERT_TRUE(ok(vyre_pending_get_result(pending.get(), &result)));
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
  desc.set = VYRE_DISPATCH_SET_ITERATIONS;
  desc.iterations = 50;
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  ASSERT_TRUE(ok(dispatch(pipeline, bind(in, out), &desc, &result)));
  EXPECT_EQ(result.iterations, 2u);
  EXPECT_EQ(out, saxpy(push, in.x, in.y, 100));
}

TEST_F(SpirvPipeline, WorkUnderWayOutlivesItsPipelineItsBufferAndItsPendingObject) {
  const SaxpyInput in(1000);
  std::vector<float> out(1000);
  const Buffer result = make_buffer(session_, 4000);
  const Bindings bindings = {bind_input(0, in.x), bind_input(1, in.y), bind_buffer(2, result)};
  const vyre_dispatch_desc desc = pushing(kPush);
  for (int round = 0; round < 3; ++round) {
    Pipeline pipeline = make(session_, "saxpy");
    const PendingHandle pending = begin_dispatch(pipeline, bindings, &desc);
    pipeline.reset();
  }
  ASSERT_TRUE(ok(vyre_buffer_read(result.get(), 0, out.data(), bytes_in(out))));
  EXPECT_EQ(out, saxpy(kPush, in.x, in.y, 1000));
  const Pipeline pipeline = make(session_, "saxpy");
  const PendingHandle pending = begin_dispatch(pipeline, bindings, &desc);
  ASSERT_TRUE(ok(vyre_buffer_free(result.get())));
  EXPECT_EQ(wait_for(pending), VYRE_READY);
  EXPECT_TRUE(refused(dispatch(pipeline, bindings, &desc), VYRE_ERROR_INVALID_ARGUMENT, {"freed"}));
}

TEST_F(SpirvPipeline, TellsWhatItIs) {
  const Pipeline pipeline = make(session_, "histogram");
  vyre_spirv_info info = VYRE_SPIRV_INFO_INIT;
  ASSERT_TRUE(ok(vyre_pipeline_get_spirv_info(pipeline.get(), &info)));
  EXPECT_EQ(string_of(info.entry), "main");
  EXPECT_EQ(info.buffer_count, 3u);  // not the one that nothing uses
  EXPECT_EQ(info.workgroup[0], 32u);
  EXPECT_EQ(info.push_constant_bytes, 0u);
  const struct {
    const char *name, *element;
    uint32_t access;
  } expected[] = {{"shape", "Bytes", VYRE_ACCESS_UNIFORM},
                  {"Values", "U32", VYRE_ACCESS_READ_ONLY},
                  {"counted", "Bytes", VYRE_ACCESS_READ_WRITE}};
  for (uint32_t i = 0; i < 3; ++i) {
    vyre_spirv_binding binding;
    ASSERT_TRUE(ok(vyre_pipeline_get_spirv_binding(pipeline.get(), i, &binding)));
    EXPECT_EQ(string_of(binding.name), expected[i].name);
    EXPECT_EQ(string_of(binding.element), expected[i].element);
    EXPECT_EQ(binding.access, expected[i].access);
    EXPECT_EQ(binding.slot, i);
  }
  vyre_spirv_binding none;
  EXPECT_TRUE(refused(vyre_pipeline_get_spirv_binding(pipeline.get(), 3, &none),
                      VYRE_ERROR_NOT_FOUND, {"3 buffers"}));
}

}  // namespace
}  // namespace vyre::test
