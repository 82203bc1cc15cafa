#pragma once

#include <vector>

#include "vulkan/device/newer_structures.h"

namespace vyre::vulkan {

// The structures by which features are asked for and enabled, linked in place: those of a device
// with |extensions|, of features.h.
struct FeatureChain {
  VkPhysicalDeviceFeatures2 base{};
#define VYRE_VULKAN_STRUCTURE(structure, name, number) structure structure##_{};
#include "vulkan/device/features.def"

  explicit FeatureChain(const std::vector<const char*>& extensions);
  FeatureChain(const FeatureChain&) = delete;
  FeatureChain& operator=(const FeatureChain&) = delete;
};

}  // namespace vyre::vulkan
