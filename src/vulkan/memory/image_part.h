#pragma once

#include <array>
#include <cstdint>

#include "vulkan/device/function_tables.h"

namespace vyre::vulkan {

// A box of texels of one level of an image.
struct ImagePart {
  uint64_t block = 0;  // Block::id: a later image may have the same handle
  VkImage image = VK_NULL_HANDLE;
  uint32_t level = 0;
  uint32_t layer = 0;  // the first
  uint32_t layers = 1;
  std::array<uint32_t, 3> first = {0, 0, 0};
  std::array<uint32_t, 3> size = {0, 0, 0};
  bool operator==(const ImagePart&) const = default;
};

}  // namespace vyre::vulkan
