// What is bound to the images and samplers of a module and does not fit.
#include "capi/support/image_support.h"

namespace vyre::test {
namespace {

using Words = std::vector<uint32_t>;

class ImageBindings : public testing::Test {
 protected:
  testing::AssertionResult refuses(const char* name, const Bindings& bindings,
                                   std::initializer_list<std::string_view> parts) const {
    const Pipeline pipeline = make(session_, name);
    return refused(dispatch(pipeline, bindings, vyre_grid(1, 1, 1)), VYRE_ERROR_INVALID_ARGUMENT,
                   parts);
  }
  // |binding| in the place of the image that "stored" reads.
  testing::AssertionResult refuses(vyre_binding binding,
                                   std::initializer_list<std::string_view> parts) const {
    return refuses("images/stored", {binding, vyre_bind_image(1, right_.get(), nullptr)}, parts);
  }
  testing::AssertionResult refuses(const vyre_image_desc& desc,
                                   std::initializer_list<std::string_view> parts) const {
    const Image image = make_image(session_, desc);
    return refuses(vyre_bind_image(0, image.get(), nullptr), parts);
  }

  const Opened session_ = open_device("vulkan");
  const Image right_ = make_image(session_, image_desc(VYRE_IMAGE_FORMAT_R32U, 8, 8));
  const Sampler nearest_ = make_sampler(session_, VYRE_SAMPLER_DESC_DEFAULT);
};

TEST_F(ImageBindings, OfAnotherKindAreRefused) {
  const Words words(64);
  const Buffer buffer = make_buffer(session_, 256);
  EXPECT_TRUE(refuses(bind_input(0, words), {"'from' (slot 0)", "storage image", "as input"}));
  EXPECT_TRUE(refuses(vyre_bind_buffer(0, buffer.get()), {"'from'", "as device buffer"}));
  EXPECT_TRUE(refuses(vyre_bind_sampler(0, nearest_.get()), {"'from'", "as sampler"}));
  EXPECT_TRUE(refuses(vyre_bind_image(0, right_.get(), nearest_.get()),
                      {"'from'", "with a sampler", "without a sampler"}));
  EXPECT_TRUE(refuses("images/gathered", {vyre_bind_image(0, right_.get(), nullptr)},
                      {"'from' (slot 0)", "sampled texture", "without a sampler"}));
  EXPECT_TRUE(refuses("images/gathered", {vyre_bind_image(1, right_.get(), nullptr)},
                      {"'Texels' (slot 1)", "a buffer", "bytes or a buffer"}));
  EXPECT_TRUE(refuses("images/stored", {vyre_bind_image(1, right_.get(), nullptr)},
                      {"'from' (slot 0)", "nothing is bound", "vyre_bind_image"}));
}

TEST_F(ImageBindings, ThatDoNotFitAreRefused) {
  EXPECT_TRUE(refuses(image_desc(VYRE_IMAGE_FORMAT_R32U, 8, 1, VYRE_IMAGE_SHAPE_1D),
                      {"'from'", "1D, 8 R32U", "the module has 2D"}));
  EXPECT_TRUE(
      refuses(image_desc(VYRE_IMAGE_FORMAT_R32F, 8, 8), {"'from'", "R32F", "unsigned integers"}));
  EXPECT_TRUE(refuses(image_desc(VYRE_IMAGE_FORMAT_RGBA8U, 8, 8),
                      {"'from'", "RGBA8U", "the module has R32U"}));
  vyre_image_desc desc = image_desc(VYRE_IMAGE_FORMAT_R32U, 8, 8);
  desc.usage = VYRE_IMAGE_USAGE_SAMPLED;
  EXPECT_TRUE(refuses(desc, {"'from'", "without VYRE_IMAGE_USAGE_STORAGE"}));
  desc = image_desc(VYRE_IMAGE_FORMAT_R32U, 8, 8);
  desc.mip_levels = 3;
  EXPECT_TRUE(refuses(desc, {"'from'", "3 mip levels, whole", "mip_level"}));
  const Image levels = make_image(session_, desc);
  EXPECT_TRUE(refuses(bind_level(0, levels, 3), {"'from'", "mip level 3 of 3"}));
  const Opened other = open_device("vulkan");
  const Image foreign = make_image(other, image_desc(VYRE_IMAGE_FORMAT_R32U, 8, 8));
  EXPECT_TRUE(refuses(vyre_bind_image(0, foreign.get(), nullptr), {"'from'", "another device"}));
}

TEST_F(ImageBindings, WhoseSamplersDoNotFitAreRefused) {
  const auto refuses = [&](vyre_image_format format, auto change,
                           std::initializer_list<std::string_view> parts) {
    vyre_sampler_desc how = VYRE_SAMPLER_DESC_INIT;
    change(how);
    const Sampler sampler = make_sampler(session_, how);
    vyre_image_desc desc = image_desc(format, 8, 8);
    desc.mip_levels = 2;
    const bool is_integer = format == VYRE_IMAGE_FORMAT_RGBA8U;
    if (is_integer) desc.shape = VYRE_IMAGE_SHAPE_CUBE;
    if (is_integer) desc.layers = 6;
    const Image image = make_image(session_, desc);
    Words texels(6);
    return this->refuses(is_integer ? "images/faces" : "images/gathered",
                         {vyre_bind_image(0, image.get(), sampler.get()), bind_output(1, texels)},
                         parts);
  };
  EXPECT_TRUE(refuses(VYRE_IMAGE_FORMAT_RGBA8U, [](auto& how) { how.filter = VYRE_FILTER_LINEAR; },
                      {"'cube'", "does not filter"}));
  EXPECT_TRUE(refuses(VYRE_IMAGE_FORMAT_RGBA8U,
                      [](auto& how) { how.address[0] = VYRE_ADDRESS_BORDER_ZERO; },
                      {"'cube'", "integers", "border"}));
  EXPECT_TRUE(refuses(VYRE_IMAGE_FORMAT_R32F, [](auto& how) { how.unnormalized = 1; },
                      {"'from'", "unnormalized", "one level"}));
}

TEST_F(ImageBindings, AtomicsOnTexelsAreOfIntegers) {
  EXPECT_TRUE(refused_module(session_, describe(kernel("images/float_counts")),
                             VYRE_ERROR_UNSUPPORTED_FEATURE, {"tomic"}));
}

TEST_F(ImageBindings, AreNotComparedUntilNothingChanges) {
  vyre_dispatch_desc desc = vyre_grid(1, 1, 1);
  desc.flags = VYRE_DISPATCH_UNTIL_STABLE;
  desc.iterations = 3;
  const Image to = make_image(session_, image_desc(VYRE_IMAGE_FORMAT_R32U, 8, 8));
  const Pipeline pipeline = make(session_, "images/stored");
  EXPECT_TRUE(refused(
      dispatch(pipeline,
               {vyre_bind_image(0, right_.get(), nullptr), vyre_bind_image(1, to.get(), nullptr)},
               desc),
      VYRE_ERROR_UNSUPPORTED_FEATURE, {"'to'", "image"}));
}

}  // namespace
}  // namespace vyre::test
