#pragma once

#include <cstring>
#include <vector>

#include "capi/support/spirv_support.h"
#include "vyre_driver_image.h"

namespace vyre::test {

using Image = Handle<vyre_image, vyre_image_destroy>;
using Sampler = Handle<vyre_sampler, vyre_sampler_destroy>;

inline constexpr vyre_image_usage kAnyUsage = VYRE_IMAGE_USAGE_SAMPLED | VYRE_IMAGE_USAGE_STORAGE;

inline vyre_image_desc image_desc(vyre_image_format format, uint32_t width, uint32_t height = 1,
                                  vyre_image_shape shape = VYRE_IMAGE_SHAPE_2D) {
  vyre_image_desc desc = VYRE_IMAGE_DESC_INIT;
  desc.usage = kAnyUsage;
  desc.format = format;
  desc.shape = shape;
  desc.width = width;
  desc.height = height;
  return desc;
}

inline Image make_image(const Opened& opened, const vyre_image_desc& desc) {
  return made<Image>(vyre_image_create, opened.device.get(), &desc);
}

inline Sampler make_sampler(const Opened& opened, const vyre_sampler_desc& desc) {
  return made<Sampler>(vyre_sampler_create, opened.device.get(), &desc);
}

template <typename Texel>
void write_image(const Image& image, const std::vector<Texel>& texels, uint32_t level = 0) {
  vyre_image_region region = {};
  region.mip_level = level;
  EXPECT_TRUE(ok(vyre_image_write(image.get(), &region, texels.data(), bytes_in(texels))));
}

template <typename Texel>
std::vector<Texel> read_image(const Image& image, size_t count, uint32_t level = 0) {
  std::vector<Texel> texels(count);
  vyre_image_region region = {};
  region.mip_level = level;
  EXPECT_TRUE(ok(vyre_image_read(image.get(), &region, texels.data(), bytes_in(texels))));
  return texels;
}

inline vyre_binding bind_level(uint32_t slot, const Image& image, uint32_t level) {
  vyre_binding binding = vyre_bind_image(slot, image.get(), nullptr);
  binding.mip_level = level;
  return binding;
}

}  // namespace vyre::test
