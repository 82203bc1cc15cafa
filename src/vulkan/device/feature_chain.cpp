#include "vulkan/device/feature_chain.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace vyre::vulkan {
namespace {

template <typename Structure>
void link(VkPhysicalDeviceFeatures2& base, Structure& structure, VkStructureType type) {
  structure.sType = type;
  structure.pNext = std::exchange(base.pNext, &structure);
}

}  // namespace

FeatureChain::FeatureChain(const std::vector<const char*>& extensions) {
  base.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  const auto has = [&](std::string_view name) {
    return std::ranges::find(extensions, name) != extensions.end();
  };
#define VYRE_VULKAN_STRUCTURE(structure, name, number) \
  link(base, structure##_, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_##name);
#define VYRE_VULKAN_EXTENSION_STRUCTURE(structure, name, number, extension) \
  if (has(extension)) VYRE_VULKAN_STRUCTURE(structure, name, number)
#include "vulkan/device/features.def"
}

}  // namespace vyre::vulkan
