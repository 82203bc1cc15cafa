// Kernels that load, store and sample texels; their results are known.
#include "capi/support/image_support.h"

namespace vyre::test {
namespace {

using Words = std::vector<uint32_t>;
using Floats = std::vector<float>;

class SpirvImages : public testing::Test {
 protected:
  Image image(vyre_image_format format, uint32_t width, uint32_t height = 1,
              vyre_image_shape shape = VYRE_IMAGE_SHAPE_2D) const {
    return make_image(session_, image_desc(format, width, height, shape));
  }
  Sampler sampler(vyre_filter filter, vyre_address_mode mode = VYRE_ADDRESS_CLAMP) const {
    vyre_sampler_desc desc = VYRE_SAMPLER_DESC_INIT;
    desc.filter = filter;
    for (vyre_address_mode& axis : desc.address) axis = mode;
    return make_sampler(session_, desc);
  }
  void run(const char* name, const Bindings& bindings, vyre_dispatch_desc desc) const {
    const Pipeline pipeline = make(session_, name);
    ASSERT_TRUE(ok(dispatch(pipeline, bindings, desc)));
  }

  const Opened session_ = open_device("vulkan");
};

TEST_F(SpirvImages, OneDeviceHasThem) {
  const vyre_device_info& info = info_of(session_);
  EXPECT_NE(info.features & VYRE_FEATURE_IMAGES, 0u);
  EXPECT_GE(info.max_images, 4u);
}

TEST_F(SpirvImages, AreReflectedWithTheirKind) {
  const Program program = load(session_.context, kernel("images/apart"));
  const vyre_program_info& info = *vyre_program_get_info(program.get());
  ASSERT_EQ(info.parameter_count, 3u);
  EXPECT_EQ(info.parameters[0]->resource, VYRE_RESOURCE_TEXTURE);
  EXPECT_EQ(info.parameters[0]->array_count, 2u);
  EXPECT_EQ(info.parameters[1]->resource, VYRE_RESOURCE_SAMPLER);
  EXPECT_EQ(info.parameters[2]->resource, VYRE_RESOURCE_BUFFER);
  const Program stored = load(session_.context, kernel("images/stored"));
  const vyre_parameter_info& from = *vyre_program_get_info(stored.get())->parameters[0];
  EXPECT_EQ(from.resource, VYRE_RESOURCE_STORAGE_IMAGE);
  EXPECT_EQ(from.access, VYRE_ACCESS_READ_ONLY);
  EXPECT_EQ(vyre_program_get_info(stored.get())->parameters[1]->access, VYRE_ACCESS_WRITE_ONLY);
}

TEST_F(SpirvImages, AreReadAndWritten) {
  const Image from = image(VYRE_IMAGE_FORMAT_R32U, 16, 8),
              to = image(VYRE_IMAGE_FORMAT_R32U, 16, 8);
  Words texels(16 * 8), expected;
  for (uint32_t i = 0; i < texels.size(); ++i) {
    texels[i] = i * i;
    expected.push_back(3 * texels[i] + i % 16 + 100 * (i / 16));
  }
  write_image(from, texels);
  run("images/stored",
      {vyre_bind_image(0, from.get(), nullptr), vyre_bind_image(1, to.get(), nullptr)},
      vyre_grid(2, 1, 1));
  EXPECT_EQ(read_image<uint32_t>(to, 16 * 8), expected);
  EXPECT_EQ(read_image<uint32_t>(from, 16 * 8), texels);
}

TEST_F(SpirvImages, BeginAsZeroes) {
  const Image image = this->image(VYRE_IMAGE_FORMAT_RGBA32F, 5, 3);
  EXPECT_EQ(read_image<float>(image, 4 * 15), Floats(4 * 15));
}

TEST_F(SpirvImages, OneAtTwoBindingsNeedsTheFlag) {
  const Image both = image(VYRE_IMAGE_FORMAT_R32U, 8, 8);
  const Bindings bindings = {vyre_bind_image(0, both.get(), nullptr), [&] {
                               vyre_binding to = vyre_bind_image(3, both.get(), nullptr);
                               to.set = 1;
                               return to;
                             }()};
  const Pipeline plain = make(session_, "images/in_place");
  EXPECT_TRUE(refused(dispatch(plain, bindings, vyre_grid(1, 1, 1)), VYRE_ERROR_INVALID_ARGUMENT,
                      {"'from' (slot 0)", "'to' (slot 3) of set 1", "ALLOW_OVERLAP"}));
  Module module = describe(kernel("images/in_place"));
  module.making.flags = VYRE_PIPELINE_ALLOW_OVERLAP;
  const Pipeline overlapping = make(session_, module);
  ASSERT_TRUE(ok(dispatch(overlapping, bindings, vyre_grid(1, 1, 1))));
  ASSERT_TRUE(ok(dispatch(overlapping, bindings, vyre_grid(1, 1, 1))));
  EXPECT_EQ(read_image<uint32_t>(both, 64), Words(64, 2));
}

TEST_F(SpirvImages, TakeAtomics) {
  const Image counts = image(VYRE_IMAGE_FORMAT_R32U, 4, 1);
  run("images/counted", {vyre_bind_image(0, counts.get(), nullptr)}, vyre_grid(1, 1, 1));
  // 16 invocations for each, whose x is theirs modulo 4, or 4 more.
  EXPECT_EQ(read_image<uint32_t>(counts, 4), (Words{32, 48, 64, 80}));
}

TEST_F(SpirvImages, HaveOneToThreeDimensions) {
  const Image from = image(VYRE_IMAGE_FORMAT_R32F, 8, 1, VYRE_IMAGE_SHAPE_1D);
  vyre_image_desc desc = image_desc(VYRE_IMAGE_FORMAT_R32I, 8, 2, VYRE_IMAGE_SHAPE_3D);
  desc.depth = 2;
  const Image to = make_image(session_, desc);
  write_image(from, Floats{0, 1, 2, 3, 4, 5, 6, -7});
  run("images/line",
      {vyre_bind_image(0, from.get(), nullptr), vyre_bind_image(1, to.get(), nullptr)},
      vyre_grid(1, 1, 1));
  const std::vector<int32_t> none(8), row = {0, 1, 2, 3, 4, 5, 6, -7};
  std::vector<int32_t> expected = none;
  expected.insert(expected.end(), row.begin(), row.end());
  expected.insert(expected.end(), none.begin(), none.end());
  for (const int32_t x : row) expected.push_back(x - 10);
  EXPECT_EQ(read_image<int32_t>(to, 32), expected);
}

TEST_F(SpirvImages, CubesAreArraysOfTheirFaces) {
  vyre_image_desc desc = image_desc(VYRE_IMAGE_FORMAT_RGBA8U, 4, 4, VYRE_IMAGE_SHAPE_2D_ARRAY);
  desc.layers = 6;
  const Image from = make_image(session_, desc);
  desc.shape = VYRE_IMAGE_SHAPE_CUBE;
  const Image cube = make_image(session_, desc);
  Words texels;
  for (uint32_t i = 0; i < 96; ++i) texels.push_back((i / 16) << 24 | i);
  write_image(from, texels);
  run("images/layers",
      {vyre_bind_image(0, from.get(), nullptr), vyre_bind_image(1, cube.get(), nullptr)},
      vyre_grid(1, 1, 6));
  const auto swapped = [](uint32_t word) {
    return word >> 24 | (word >> 8 & 0xFF00) | (word << 8 & 0xFF0000) | word << 24;
  };
  Words expected;
  for (uint32_t i = 0; i < 96; ++i) expected.push_back(swapped(texels[(i + 16) % 96]));
  EXPECT_EQ(read_image<uint32_t>(cube, 96), expected);
  const Sampler nearest = sampler(VYRE_FILTER_NEAREST);
  Words faces(6);
  run("images/faces", {vyre_bind_image(0, cube.get(), nearest.get()), bind_output(1, faces)},
      vyre_grid(1, 1, 1));
  EXPECT_EQ(faces, (Words{1, 2, 3, 4, 5, 0}));
}

TEST_F(SpirvImages, AreSampledBetweenTexelsAndBeyondThem) {
  const Image from = image(VYRE_IMAGE_FORMAT_R32F, 4, 1);
  write_image(from, Floats{0, 10, 20, 30});
  const auto sampled = [&](const Sampler& how, const Floats& xs) {
    Floats texels(4 * 8), firsts, places;
    for (const float x : xs) places.insert(places.end(), {x, 0.5f});
    const float level = 0;
    vyre_dispatch_desc desc = pushing(level);
    desc.grid[0] = desc.grid[1] = desc.grid[2] = 1;
    run("images/sampled",
        {vyre_bind_image(0, from.get(), how.get()), bind_input(1, places), bind_output(2, texels)},
        desc);
    for (size_t i = 0; i < 8; ++i) firsts.push_back(texels[4 * i]);
    return firsts;
  };
  const Floats inside = {.125f, .3f, .6f, 1.125f, -.125f, .01f, .99f, .9f};
  const auto nearest = [&](vyre_address_mode mode) {
    return sampled(sampler(VYRE_FILTER_NEAREST, mode), inside);
  };
  EXPECT_EQ(nearest(VYRE_ADDRESS_CLAMP), (Floats{0, 10, 20, 30, 0, 0, 30, 30}));
  EXPECT_EQ(nearest(VYRE_ADDRESS_REPEAT), (Floats{0, 10, 20, 0, 30, 0, 30, 30}));
  EXPECT_EQ(nearest(VYRE_ADDRESS_BORDER_ZERO), (Floats{0, 10, 20, 0, 0, 0, 30, 30}));
  EXPECT_EQ(nearest(VYRE_ADDRESS_MIRROR), (Floats{0, 10, 20, 30, 0, 0, 30, 30}));
  const Floats between = {.125f, .25f, .5f, 1.125f, -.125f, 0, 1, .75f};
  EXPECT_EQ(sampled(sampler(VYRE_FILTER_LINEAR), between), (Floats{0, 5, 15, 30, 0, 0, 30, 25}));
}

TEST_F(SpirvImages, HaveSamplersOfTheirOwn) {
  Image textures[2];
  Bindings bindings;
  for (uint32_t k = 0; k < 2; ++k) {
    textures[k] = image(VYRE_IMAGE_FORMAT_R32F, 8, 1);
    write_image(textures[k], Floats(8, static_cast<float>(k + 1)));
    bindings.push_back(vyre_bind_image(0, textures[k].get(), nullptr));
    bindings.back().array_index = k;
  }
  const Sampler nearest = sampler(VYRE_FILTER_NEAREST);
  Floats texels(4 * 8), expected;
  bindings.push_back(vyre_bind_sampler(2, nearest.get()));
  bindings.push_back(bind_output(3, texels));
  run("images/apart", bindings, vyre_grid(1, 1, 1));
  for (size_t i = 0; i < 8; ++i) expected.insert(expected.end(), {201, 0, 0, 101});
  EXPECT_EQ(texels, expected);
}

TEST_F(SpirvImages, TellTheirSizes) {
  vyre_image_desc desc = image_desc(VYRE_IMAGE_FORMAT_RGBA8_UNORM, 20, 12);
  desc.mip_levels = 3;
  const Image flat = make_image(session_, desc);
  desc = image_desc(VYRE_IMAGE_FORMAT_RGBA8_UNORM, 6, 6, VYRE_IMAGE_SHAPE_CUBE);
  desc.layers = 6;
  const Image cube = make_image(session_, desc);
  desc = image_desc(VYRE_IMAGE_FORMAT_RGBA16F, 3, 4, VYRE_IMAGE_SHAPE_3D);
  desc.depth = 5;
  const Image box = make_image(session_, desc);
  const Sampler nearest = sampler(VYRE_FILTER_NEAREST);
  std::vector<int32_t> sizes(16);
  run("images/sizes",
      {vyre_bind_image(0, flat.get(), nearest.get()), vyre_bind_image(1, cube.get(), nearest.get()),
       vyre_bind_image(2, box.get(), nullptr), bind_inout(3, sizes)},
      vyre_grid(1, 1, 1));
  sizes.resize(7);
  EXPECT_EQ(sizes, (std::vector<int32_t>{10, 6, 3, 6, 3, 4, 5}));
}

TEST_F(SpirvImages, OneLevelIsWrittenWhileAnotherIsRead) {
  vyre_image_desc desc = image_desc(VYRE_IMAGE_FORMAT_RGBA32F, 8, 8);
  desc.mip_levels = 4;
  const Image image = make_image(session_, desc);
  Floats texels;
  for (uint32_t i = 0; i < 64; ++i)
    texels.insert(texels.end(), {static_cast<float>(i / 16), 0, 0, 1});
  write_image(image, texels);
  const Sampler nearest = sampler(VYRE_FILTER_NEAREST);
  const Pipeline pipeline = make(session_, "images/halved");
  const auto sequence = made<Sequence>(vyre_sequence_create, session_.device.get(), nullptr);
  const vyre_dispatch_desc grid = vyre_grid(1, 1, 1);
  for (uint32_t level = 0; level < 3; ++level) {
    Bindings bindings = {bind_level(0, image, level), bind_level(1, image, level + 1)};
    bindings[0].sampler = nearest.get();
    ASSERT_TRUE(ok(vyre_sequence_add_dispatch(sequence.get(), pipeline.get(), bindings.data(),
                                              bindings.size(), &grid, nullptr)));
  }
  ASSERT_TRUE(ok(vyre_sequence_run(sequence.get(), nullptr, nullptr)));
  EXPECT_EQ(read_image<float>(image, 4, 3), (Floats{1.5f, 0, 0, 1}));
  EXPECT_EQ(read_image<float>(image, 4 * 16, 1)[4 * 4], 1.0f);
}

TEST_F(SpirvImages, AreGathered) {
  const Image image = this->image(VYRE_IMAGE_FORMAT_R32F, 2, 2);
  write_image(image, Floats{1, 2, 3, 4});
  const Sampler nearest = sampler(VYRE_FILTER_NEAREST);
  Floats texels(4);
  run("images/gathered", {vyre_bind_image(0, image.get(), nearest.get()), bind_output(1, texels)},
      vyre_grid(1, 1, 1));
  EXPECT_EQ(texels, (Floats{3, 4, 2, 1}));
}

// The handles may go while the sequence has what they stood for.
TEST_F(SpirvImages, StayWithTheSequenceThatUsesThem) {
  const Pipeline pipeline = make(session_, "images/stored");
  const auto sequence = made<Sequence>(vyre_sequence_create, session_.device.get(), nullptr);
  const Image to = image(VYRE_IMAGE_FORMAT_R32U, 8, 8);
  const vyre_dispatch_desc grid = vyre_grid(1, 1, 1);
  uint32_t step = 0;
  for (const uint32_t value : {7u, 9u}) {
    const Image from = image(VYRE_IMAGE_FORMAT_R32U, 8, 8);
    write_image(from, Words(64, value));
    const Bindings bindings = {vyre_bind_image(0, from.get(), nullptr),
                               vyre_bind_image(1, to.get(), nullptr)};
    if (value == 7) {
      ASSERT_TRUE(ok(vyre_sequence_add_dispatch(sequence.get(), pipeline.get(), bindings.data(), 2,
                                                &grid, &step)));
    } else {
      vyre_step_update update = {};
      update.step = step;
      update.bindings = bindings.data();
      update.binding_count = 1;
      ASSERT_TRUE(ok(vyre_sequence_update(sequence.get(), &update, 1)));
    }
  }
  ASSERT_TRUE(ok(vyre_sequence_run(sequence.get(), nullptr, nullptr)));
  EXPECT_EQ(read_image<uint32_t>(to, 64)[0], 27u);
}

}  // namespace
}  // namespace vyre::test
