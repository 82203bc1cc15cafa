#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace vyre::launch {

// What a parameter is. All but buffers are of modules alone.
enum class Resource : uint8_t { kBuffer, kStorageImage, kTexture, kSampler, kSampledTexture };

inline bool is_image(Resource resource) {
  return resource != Resource::kBuffer && resource != Resource::kSampler;
}

inline std::string_view resource_name(Resource resource) {
  constexpr std::string_view kNames[] = {"a buffer", "a storage image", "a texture", "a sampler",
                                         "a sampled texture"};
  return kNames[static_cast<size_t>(resource)];
}

enum class ImageShape : uint8_t { k1D = 1, k2D, k3D, k2DArray, kCube };

inline bool is_known(ImageShape shape) {
  return shape >= ImageShape::k1D && shape <= ImageShape::kCube;
}

inline std::string_view shape_name(ImageShape shape) {
  constexpr std::string_view kNames[] = {"", "1D", "2D", "3D", "2D_ARRAY", "CUBE"};
  return kNames[static_cast<size_t>(shape)];
}

// What a module sees of a component.
enum class TexelKind : uint8_t { kFloat, kUnsigned, kSigned };

inline std::string_view texel_kind_name(TexelKind kind) {
  constexpr std::string_view kNames[] = {"floats", "unsigned integers", "signed integers"};
  return kNames[static_cast<size_t>(kind)];
}

enum class ImageFormat : uint8_t {
#define VYRE_IMAGE_FORMAT(number, name, constant, bytes, texels, module) constant = number,
#include "launch/image_formats.def"
};

struct FormatFacts {
  ImageFormat format;
  std::string_view name;
  uint32_t texel_bytes;
  TexelKind texels;
};

inline constexpr FormatFacts kImageFormats[] = {
#define VYRE_IMAGE_FORMAT(number, name, constant, bytes, texels, module) \
  {ImageFormat::constant, #name, bytes, TexelKind::texels},
#include "launch/image_formats.def"
};

inline const FormatFacts& facts_of(ImageFormat format) {
  return kImageFormats[static_cast<size_t>(format) - 1];
}

// What a descriptor of a module is, and which image fits there.
struct Descriptor {
  uint32_t array_index = 0;  // in an array of descriptors, which follow each other
  Resource resource = Resource::kBuffer;
  ImageShape shape = ImageShape::k2D;
  TexelKind texels = TexelKind::kFloat;
  uint32_t format = 0;  // a SpvImageFormat; 0: any
  bool is_buffer() const { return resource == Resource::kBuffer; }
  bool operator==(const Descriptor&) const = default;
};

}  // namespace vyre::launch
