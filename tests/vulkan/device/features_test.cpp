#include "vulkan/device/features.h"

#include <gtest/gtest.h>

#include "vulkan/device/function_tables.h"

namespace vyre::vulkan {
namespace {

TEST(VulkanFeatures, AreReadOfWhatADeviceIsMadeWith) {
  auto v12 = structure<VkPhysicalDeviceVulkan12Features>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES);
  v12.timelineSemaphore = VK_TRUE;
  VkPhysicalDeviceFeatures plain{};
  plain.shaderInt64 = VK_TRUE;
  auto info = structure<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  info.pNext = &v12;
  EXPECT_EQ(read_features(&info).take(), kTimelineSemaphore);
  info.pEnabledFeatures = &plain;
  EXPECT_EQ(read_features(&info).take(), kTimelineSemaphore | kShaderInt64);
}

// What a create info points at beside its chain is the host's constant.
TEST(VulkanFeatures, AreSwitchedOnInTheChainAlone) {
  auto v12 = structure<VkPhysicalDeviceVulkan12Features>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES);
  const VkPhysicalDeviceFeatures plain{};
  auto info = structure<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  info.pNext = &v12;
  info.pEnabledFeatures = &plain;
  EXPECT_EQ(enable_features(&info, kTimelineSemaphore | kShaderInt64).take(), kShaderInt64);
  EXPECT_EQ(v12.timelineSemaphore, VK_TRUE);
  EXPECT_EQ(plain.shaderInt64, VK_FALSE);
}

TEST(VulkanFeatures, HaveStructuresWithTypes) {
  for (const DeviceFeature& feature : kDeviceFeatures) {
    EXPECT_NE(structure_type(feature.structure), 0u) << feature.name;
    EXPECT_EQ(structure_type(feature.core) != 0, !feature.core.empty()) << feature.name;
    EXPECT_TRUE(feature.extension.empty() || !feature.required) << feature.name;
  }
}

}  // namespace
}  // namespace vyre::vulkan
