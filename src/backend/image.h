#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "backend/device.h"

namespace vyre::backend {

struct ImageDesc {
  bool is_sampled = false;
  bool is_storage = false;
  launch::ImageFormat format = launch::ImageFormat::kRgba8Unorm;
  launch::ImageShape shape = launch::ImageShape::k2D;
  std::array<uint32_t, 3> size = {1, 1, 1};  // of level 0
  uint32_t layers = 1;
  uint32_t levels = 1;
  std::string label = {};
};

// The size of a level of it.
inline std::array<uint32_t, 3> level_size(const ImageDesc& image, uint32_t level) {
  std::array<uint32_t, 3> size = image.size;
  for (uint32_t& axis : size) axis = std::max(axis >> level, 1u);
  return size;
}

// Texels on a device, whose size() is that of all of them, packed.
class Image : public Memory {
 public:
  virtual const ImageDesc& desc() const = 0;
  virtual bool is_filtered_linearly() const = 0;  // by samplers that ask for it
};

// A box of texels of one level, inside of it, and how it lies in memory. Of an array or a cube the
// third axis counts layers.
struct ImageRegion {
  std::array<uint32_t, 3> first = {0, 0, 0};
  std::array<uint32_t, 3> size = {0, 0, 0};
  uint32_t level = 0;
  uint32_t row_texels = 0;  // from row to row
  uint32_t slice_rows = 0;  // from slice to slice
};

enum class Filter : uint8_t { kNearest, kLinear };
enum class AddressMode : uint8_t { kClamp, kRepeat, kMirror, kBorderZero };

// How texels are read.
struct SamplerDesc {
  Filter filter = Filter::kNearest;
  Filter mip_filter = Filter::kNearest;
  std::array<AddressMode, 3> address = {};
  bool is_unnormalized = false;
  auto operator<=>(const SamplerDesc&) const = default;
};

}  // namespace vyre::backend
