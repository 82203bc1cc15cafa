#pragma once

#include <memory>
#include <span>

#include "runtime/device/image.h"
#include "runtime/work/work.h"

namespace vyre::runtime {

// A region as a caller gives it: vyre_image_region. Sizes of 0 reach to the end of the level.
struct GivenRegion {
  uint32_t x = 0, y = 0, z = 0;
  uint32_t width = 0, height = 0, depth = 0;
  uint32_t layer = 0;
  uint32_t level = 0;
  uint64_t row_bytes = 0;
  uint64_t slice_bytes = 0;
};

// Texels of an image.
struct ImagePart {
  std::shared_ptr<Image> image;
  GivenRegion region;
};

// Texels of images, behind all earlier work on them and before later work; see write() and its like
// of buffers. Bytes lie as the region says.
Status write_texels(const ImagePart& to, std::span<const std::byte> bytes);
Status read_texels(const ImagePart& from, std::span<std::byte> bytes);
Status copy_texels(const ImagePart& from, const ImagePart& to);
Result<std::shared_ptr<Work>> write_texels_async(const ImagePart& to,
                                                 std::span<const std::byte> bytes, Owner owner);
Result<std::shared_ptr<Work>> read_texels_async(const ImagePart& from, uint64_t size, Owner owner);
Result<std::shared_ptr<Work>> copy_texels_async(const ImagePart& from, const ImagePart& to,
                                                Owner owner);

}  // namespace vyre::runtime
