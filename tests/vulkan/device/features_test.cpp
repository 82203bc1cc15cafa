#include "vulkan/device/features.h"

#include <gtest/gtest.h>

#include "vulkan/device/feature_chain.h"

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
    EXPECT_NE(feature_structure(feature.structure).type, 0u) << feature.name;
    EXPECT_EQ(feature_structure(feature.core).type != 0, !feature.core.empty()) << feature.name;
    EXPECT_TRUE(feature_structure(feature.structure).extension.empty() || !feature.required)
        << feature.name;
  }
}

// Every feature that we know has a place in the chain by which devices are asked for it.
TEST(VulkanFeatures, HaveAPlaceInTheChain) {
  FeatureChain all({std::begin(kOptionalDeviceExtensions), std::end(kOptionalDeviceExtensions)});
  EXPECT_EQ(switch_on(&all.base, kAllFeatures), 0u);
  EXPECT_EQ(features_in(&all.base), kAllFeatures);
}

TEST(VulkanFeatures, OfAnExtensionAreThereWithIt) {
  FeatureChain none({});
  EXPECT_EQ(switch_on(&none.base, kTimelineSemaphore | kCooperativeMatrix), kCooperativeMatrix);
  FeatureChain one({"VK_KHR_cooperative_matrix"});
  EXPECT_EQ(switch_on(&one.base, kCooperativeMatrix | kCooperativeMatrixNv), kCooperativeMatrixNv);
}

}  // namespace
}  // namespace vyre::vulkan
