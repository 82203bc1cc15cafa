// Texels that go to images and come from them, without a kernel.
#include <numeric>

#include "capi/support/image_support.h"

namespace vyre::test {
namespace {

using Bytes = std::vector<uint8_t>;
using Words = std::vector<uint32_t>;

vyre_image_region box(uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
  vyre_image_region region = {};
  region.x = x;
  region.y = y;
  region.width = width;
  region.height = height;
  return region;
}

class ImageTexels : public testing::Test {
 protected:
  vyre_error* write(const Image& image, const vyre_image_region& region, size_t size) const {
    static const Bytes bytes(1 << 16, 1);
    return vyre_image_write(image.get(), &region, bytes.data(), size);
  }
  testing::AssertionResult refuses(const vyre_image_region& region, size_t size,
                                   std::initializer_list<std::string_view> parts) const {
    return refused(write(small_, region, size), VYRE_ERROR_INVALID_ARGUMENT, parts);
  }
  static bool ended(const Work& work) {
    vyre_work_state state = {};
    EXPECT_TRUE(ok(vyre_work_wait(work.get(), VYRE_FOREVER, &state)));
    return state == VYRE_WORK_READY;
  }
  static Words counted(size_t count) {
    Words words(count);
    std::iota(words.begin(), words.end(), 1u);
    return words;
  }

  const Opened session_ = open_device("vulkan");
  const Image small_ = make_image(session_, image_desc(VYRE_IMAGE_FORMAT_R32U, 8, 4));
};

TEST_F(ImageTexels, TellWhatTheyAre) {
  vyre_image_desc desc = image_desc(VYRE_IMAGE_FORMAT_RGBA16F, 9, 5, VYRE_IMAGE_SHAPE_2D_ARRAY);
  desc.label = c_string("sky");
  desc.layers = 3;
  desc.mip_levels = 2;
  const Image image = make_image(session_, desc);
  const vyre_image_info& info = *vyre_image_get_info(image.get());
  EXPECT_EQ(string_of(info.label), "sky");
  EXPECT_EQ(info.bytes, (9u * 5 + 4 * 2) * 3 * 8);
  EXPECT_EQ(info.usage, kAnyUsage);
  EXPECT_EQ(info.format, VYRE_IMAGE_FORMAT_RGBA16F);
  EXPECT_EQ(info.shape, VYRE_IMAGE_SHAPE_2D_ARRAY);
  EXPECT_EQ((Words{info.width, info.height, info.depth, info.layers, info.mip_levels}),
            (Words{9, 5, 1, 3, 2}));
  const auto device = made<Device>(vyre_image_get_device, image.get());
  EXPECT_EQ(string_of(vyre_device_get_info(device.get())->id), string_of(info_of(session_).id));
  EXPECT_EQ(vyre_image_get_info(nullptr)->width, 0u);
}

TEST_F(ImageTexels, OfEveryFormatComeBack) {
  for (uint32_t format = 1; format <= VYRE_IMAGE_FORMAT_RGBA32I; ++format) {
    vyre_image_desc desc = image_desc(static_cast<vyre_image_format>(format), 7, 5);
    desc.usage = VYRE_IMAGE_USAGE_SAMPLED;
    if (const Error error(vyre_device_check_image(session_.device.get(), &desc)); error) continue;
    const Image image = make_image(session_, desc);
    Bytes texels(vyre_image_get_info(image.get())->bytes);
    for (size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<uint8_t>(i % 60);
    write_image(image, texels);
    EXPECT_EQ(read_image<uint8_t>(image, texels.size()), texels) << format;
  }
}

TEST_F(ImageTexels, OfAPartLeaveTheRest) {
  const vyre_image_region part = box(2, 1, 3, 2);
  const Words six = counted(6);
  ASSERT_TRUE(ok(vyre_image_write(small_.get(), &part, six.data(), 24)));
  const Words all = read_image<uint32_t>(small_, 32);
  EXPECT_EQ(all, (Words{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 0, 0, 0,
                        0, 0, 4, 5, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
}

TEST_F(ImageTexels, LieInRowsAndSlicesOfTheirHost) {
  vyre_image_desc desc = image_desc(VYRE_IMAGE_FORMAT_R32U, 2, 2, VYRE_IMAGE_SHAPE_3D);
  desc.depth = 2;
  const Image image = make_image(session_, desc);
  vyre_image_region region = {};
  region.row_bytes = 12;
  region.slice_bytes = 36;
  const Words padded = counted(14);  // rows of 3, slices of 3 rows, to the last texel
  ASSERT_TRUE(ok(vyre_image_write(image.get(), &region, padded.data(), 14 * 4)));
  EXPECT_EQ(read_image<uint32_t>(image, 8), (Words{1, 2, 4, 5, 10, 11, 13, 14}));
  Words back(14, 99);
  ASSERT_TRUE(ok(vyre_image_read(image.get(), &region, back.data(), 14 * 4)));
  EXPECT_EQ(back, (Words{1, 2, 99, 4, 5, 99, 99, 99, 99, 10, 11, 99, 13, 14}));
  vyre_work* started = nullptr;
  ASSERT_TRUE(ok(vyre_image_read_async(image.get(), &region, 14 * 4, &started)));
  const Work work(started);
  EXPECT_TRUE(ended(work));
  vyre_bytes read = {};
  ASSERT_TRUE(ok(vyre_work_get_bytes(work.get(), 0, &read)));
  ASSERT_EQ(read.size, 14u * 4);
  std::memcpy(back.data(), read.data, read.size);
  EXPECT_EQ(back, (Words{1, 2, 0, 4, 5, 0, 0, 0, 0, 10, 11, 0, 13, 14}));
}

TEST_F(ImageTexels, HaveLevelsAndLayers) {
  vyre_image_desc desc = image_desc(VYRE_IMAGE_FORMAT_R32U, 4, 4, VYRE_IMAGE_SHAPE_2D_ARRAY);
  desc.layers = 3;
  desc.mip_levels = 3;
  const Image image = make_image(session_, desc);
  vyre_image_region region = {};
  region.layer = 1;
  region.depth = 2;
  region.mip_level = 1;
  const Words eight = counted(8);
  ASSERT_TRUE(ok(vyre_image_write(image.get(), &region, eight.data(), 32)));
  Words expected(4);
  expected.insert(expected.end(), eight.begin(), eight.end());
  EXPECT_EQ(read_image<uint32_t>(image, 12, 1), expected);
  EXPECT_EQ(read_image<uint32_t>(image, 48, 0), Words(48));
}

TEST_F(ImageTexels, AreWrittenInOrderWithoutWaiting) {
  for (uint32_t value = 1; value <= 20; ++value) {
    const Words all(32, value);
    ASSERT_TRUE(ok(vyre_image_write_async(small_.get(), nullptr, all.data(), 128, nullptr)));
  }
  EXPECT_EQ(read_image<uint32_t>(small_, 32), Words(32, 20));
}

TEST_F(ImageTexels, AreCopied) {
  write_image(small_, counted(32));
  const Image to = make_image(session_, image_desc(VYRE_IMAGE_FORMAT_RGBA8U, 4, 4));
  const vyre_image_region from = box(5, 2, 3, 2), place = box(1, 1, 0, 0);
  ASSERT_TRUE(ok(vyre_image_copy(small_.get(), &from, to.get(), &place)));
  EXPECT_EQ(read_image<uint32_t>(to, 16),
            (Words{0, 0, 0, 0, 0, 22, 23, 24, 0, 30, 31, 32, 0, 0, 0, 0}));
  const vyre_image_region low = box(0, 0, 2, 2), high = box(6, 0, 2, 2);
  vyre_work* started = nullptr;
  ASSERT_TRUE(ok(vyre_image_copy_async(small_.get(), &low, small_.get(), &high, &started)));
  const Work work(started);
  EXPECT_TRUE(ended(work));
  EXPECT_EQ(read_image<uint32_t>(small_, 32)[7], 2u);
}

TEST_F(ImageTexels, CopiesThatDoNotFitAreRefused) {
  const auto refuses = [&](const vyre_image_region& from, vyre_image* to,
                           const vyre_image_region& place, std::string_view part) {
    return refused(vyre_image_copy(small_.get(), &from, to, &place), VYRE_ERROR_INVALID_ARGUMENT,
                   {part});
  };
  const Image wide = make_image(session_, image_desc(VYRE_IMAGE_FORMAT_RGBA32F, 8, 4));
  const Image same = make_image(session_, image_desc(VYRE_IMAGE_FORMAT_R32U, 8, 4));
  EXPECT_TRUE(refuses({}, wide.get(), {}, "which have 4 bytes"));
  EXPECT_TRUE(refuses({}, same.get(), box(1, 0, 0, 0), "axis x"));
  EXPECT_TRUE(refuses(box(0, 0, 2, 2), same.get(), box(0, 0, 3, 2), "other sizes"));
  EXPECT_TRUE(refuses(box(0, 0, 2, 2), small_.get(), box(1, 1, 0, 0), "overlaps"));
  vyre_image_region padded = {};
  padded.row_bytes = 64;
  EXPECT_TRUE(refuses(padded, same.get(), {}, "row_bytes"));
  EXPECT_TRUE(refused(vyre_image_copy(small_.get(), nullptr, nullptr, nullptr),
                      VYRE_ERROR_INVALID_ARGUMENT, {"to is NULL"}));
}

TEST_F(ImageTexels, RegionsOutsideAreRefused) {
  EXPECT_TRUE(refuses(box(8, 0, 0, 0), 4, {"axis x", "has 8"}));
  EXPECT_TRUE(refuses(box(0, 3, 8, 2), 64, {"2 from 3 on axis y"}));
  EXPECT_TRUE(refuses(box(UINT32_MAX, 0, 2, 1), 8, {"axis x"}));
  EXPECT_TRUE(refuses({}, 127, {"128 bytes", "127"}));
  EXPECT_TRUE(refuses({}, 129, {"128 bytes", "129"}));
  vyre_image_region region = {};
  region.z = 1;
  EXPECT_TRUE(refuses(region, 128, {"z 1"}));
  region = {};
  region.layer = 1;
  EXPECT_TRUE(refuses(region, 128, {"layer 1"}));
  region = {};
  region.mip_level = 1;
  EXPECT_TRUE(refuses(region, 128, {"mip level 1"}));
  for (const uint64_t bytes : {uint64_t{31}, uint64_t{28}, UINT64_MAX, UINT64_MAX - 3}) {
    region = {};
    region.row_bytes = bytes;
    EXPECT_TRUE(refuses(region, 128, {"rows of"})) << bytes;
    region = {};
    region.slice_bytes = bytes;
    EXPECT_TRUE(refuses(region, 128, {"slices of"})) << bytes;
  }
}

TEST_F(ImageTexels, ImagesThatCannotBeAreRefused) {
  const auto refuses = [&](const vyre_image_desc& desc, vyre_error_code code,
                           std::string_view part) {
    vyre_image* none = nullptr;
    EXPECT_TRUE(refused(vyre_device_check_image(session_.device.get(), &desc), code, {part}));
    return refused(vyre_image_create(session_.device.get(), &desc, &none), code, {part});
  };
  const auto with = [](auto change) {
    vyre_image_desc desc = image_desc(VYRE_IMAGE_FORMAT_R32U, 8, 4);
    change(desc);
    return desc;
  };
  const vyre_error_code bad = VYRE_ERROR_INVALID_ARGUMENT;
  EXPECT_TRUE(refuses(with([](auto& d) { d.width = 0; }), bad, "a size of 0"));
  EXPECT_TRUE(refuses(with([](auto& d) { d.usage = 0; }), bad, "no usage"));
  EXPECT_TRUE(refuses(with([](auto& d) { d.usage = 8; }), bad, "usage"));
  EXPECT_TRUE(refuses(with([](auto& d) { d.format = {}; }), bad, "format is 0"));
  EXPECT_TRUE(refuses(with([](auto& d) { d.depth = 2; }), bad, "depth of 2"));
  EXPECT_TRUE(refuses(with([](auto& d) { d.layers = 2; }), bad, "2 layers"));
  EXPECT_TRUE(refuses(with([](auto& d) { d.mip_levels = 5; }), bad, "5 mip levels"));
  EXPECT_TRUE(refuses(with([](auto& d) { d.reserved = 1; }), bad, "reserved"));
  EXPECT_TRUE(refuses(with([](auto& d) { d.shape = VYRE_IMAGE_SHAPE_CUBE; }), bad, "6 layers"));
  const vyre_error_code lacks = VYRE_ERROR_UNSUPPORTED_FEATURE;
  EXPECT_TRUE(refuses(with([](auto& d) { d.width = 1u << 30; }), lacks, "width"));
  EXPECT_TRUE(
      refuses(with([](auto& d) { d.format = VYRE_IMAGE_FORMAT_RGBA8_SRGB; }), lacks, "STORAGE"));
  const Opened oracle = open_device("cpu-ref");
  const vyre_image_desc good = image_desc(VYRE_IMAGE_FORMAT_R32U, 8, 4);
  EXPECT_TRUE(refused(vyre_device_check_image(oracle.device.get(), &good), lacks,
                      {"'cpu-ref' has no images"}));
  vyre_sampler* none = nullptr;
  EXPECT_TRUE(refused(vyre_sampler_create(oracle.device.get(), nullptr, &none), lacks,
                      {"'cpu-ref' has no images"}));
}

TEST_F(ImageTexels, SamplersThatCannotBeAreRefused) {
  const auto refuses = [&](auto change, std::string_view part) {
    vyre_sampler_desc desc = VYRE_SAMPLER_DESC_INIT;
    change(desc);
    vyre_sampler* none = nullptr;
    return refused(vyre_sampler_create(session_.device.get(), &desc, &none),
                   VYRE_ERROR_INVALID_ARGUMENT, {part});
  };
  EXPECT_TRUE(refuses([](auto& d) { d.filter = static_cast<vyre_filter>(7); }, "filter is 7"));
  EXPECT_TRUE(
      refuses([](auto& d) { d.address[2] = static_cast<vyre_address_mode>(4); }, "address is 4"));
  EXPECT_TRUE(refuses([](auto& d) { d.unnormalized = 2; }, "unnormalized is 2"));
  EXPECT_TRUE(refuses(
      [](auto& d) {
        d.unnormalized = 1;
        d.address[0] = VYRE_ADDRESS_REPEAT;
      },
      "repeats the image"));
}

}  // namespace
}  // namespace vyre::test
