#pragma once

#include "vulkan/device/function_tables.h"

// Structures of features that the headers may be too old for, as the Vulkan registry has them. What
// the headers do have is taken from there.

namespace vyre::vulkan {

#ifndef VK_KHR_cooperative_matrix
inline constexpr auto VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COOPERATIVE_MATRIX_FEATURES_KHR =
    static_cast<VkStructureType>(1000506000);
struct VkPhysicalDeviceCooperativeMatrixFeaturesKHR {
  VkStructureType sType;
  void* pNext;
  VkBool32 cooperativeMatrix;
  VkBool32 cooperativeMatrixRobustBufferAccess;
};
#endif

#ifndef VK_NV_cooperative_matrix2
inline constexpr auto VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COOPERATIVE_MATRIX_2_FEATURES_NV =
    static_cast<VkStructureType>(1000593000);
struct VkPhysicalDeviceCooperativeMatrix2FeaturesNV {
  VkStructureType sType;
  void* pNext;
  VkBool32 cooperativeMatrixWorkgroupScope;
  VkBool32 cooperativeMatrixFlexibleDimensions;
  VkBool32 cooperativeMatrixReductions;
  VkBool32 cooperativeMatrixConversions;
  VkBool32 cooperativeMatrixPerElementOperations;
  VkBool32 cooperativeMatrixTensorAddressing;
  VkBool32 cooperativeMatrixBlockLoads;
};
#endif

#ifndef VK_KHR_shader_bfloat16
inline constexpr auto VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_BFLOAT16_FEATURES_KHR =
    static_cast<VkStructureType>(1000141000);
struct VkPhysicalDeviceShaderBfloat16FeaturesKHR {
  VkStructureType sType;
  void* pNext;
  VkBool32 shaderBFloat16Type;
  VkBool32 shaderBFloat16DotProduct;
  VkBool32 shaderBFloat16CooperativeMatrix;
};
#endif

#ifndef VK_VERSION_1_4
inline constexpr auto VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_4_FEATURES =
    static_cast<VkStructureType>(55);
struct VkPhysicalDeviceVulkan14Features {
  VkStructureType sType;
  void* pNext;
  VkBool32 globalPriorityQuery;
  VkBool32 shaderSubgroupRotate;
  VkBool32 shaderSubgroupRotateClustered;
  VkBool32 shaderFloatControls2;
  VkBool32 shaderExpectAssume;
  VkBool32 rectangularLines;
  VkBool32 bresenhamLines;
  VkBool32 smoothLines;
  VkBool32 stippledRectangularLines;
  VkBool32 stippledBresenhamLines;
  VkBool32 stippledSmoothLines;
  VkBool32 vertexAttributeInstanceRateDivisor;
  VkBool32 vertexAttributeInstanceRateZeroDivisor;
  VkBool32 indexTypeUint8;
  VkBool32 dynamicRenderingLocalRead;
  VkBool32 maintenance5;
  VkBool32 maintenance6;
  VkBool32 pipelineProtectedAccess;
  VkBool32 pipelineRobustness;
  VkBool32 hostImageCopy;
  VkBool32 pushDescriptor;
};
#endif

#ifndef VK_KHR_shader_subgroup_rotate
inline constexpr auto VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SUBGROUP_ROTATE_FEATURES_KHR =
    static_cast<VkStructureType>(1000416000);
struct VkPhysicalDeviceShaderSubgroupRotateFeaturesKHR {
  VkStructureType sType;
  void* pNext;
  VkBool32 shaderSubgroupRotate;
  VkBool32 shaderSubgroupRotateClustered;
};
#endif

#ifndef VK_KHR_shader_float_controls2
inline constexpr auto VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT_CONTROLS_2_FEATURES_KHR =
    static_cast<VkStructureType>(1000528000);
struct VkPhysicalDeviceShaderFloatControls2FeaturesKHR {
  VkStructureType sType;
  void* pNext;
  VkBool32 shaderFloatControls2;
};
#endif

#ifndef VK_KHR_shader_expect_assume
inline constexpr auto VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_EXPECT_ASSUME_FEATURES_KHR =
    static_cast<VkStructureType>(1000544000);
struct VkPhysicalDeviceShaderExpectAssumeFeaturesKHR {
  VkStructureType sType;
  void* pNext;
  VkBool32 shaderExpectAssume;
};
#endif

constexpr size_t features_size(size_t members) {
  const size_t bytes = sizeof(VkBaseOutStructure) + members * sizeof(VkBool32);
  return (bytes + alignof(void*) - 1) / alignof(void*) * alignof(void*);
}
static_assert(sizeof(VkPhysicalDeviceCooperativeMatrixFeaturesKHR) == features_size(2));
static_assert(sizeof(VkPhysicalDeviceCooperativeMatrix2FeaturesNV) == features_size(7));
static_assert(sizeof(VkPhysicalDeviceShaderBfloat16FeaturesKHR) == features_size(3));
static_assert(sizeof(VkPhysicalDeviceShaderSubgroupRotateFeaturesKHR) == features_size(2));
static_assert(sizeof(VkPhysicalDeviceShaderFloatControls2FeaturesKHR) == features_size(1));
static_assert(sizeof(VkPhysicalDeviceShaderExpectAssumeFeaturesKHR) == features_size(1));
static_assert(sizeof(VkPhysicalDeviceVulkan14Features) == features_size(21));

}  // namespace vyre::vulkan
