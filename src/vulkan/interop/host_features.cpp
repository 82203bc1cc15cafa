#include "vulkan/interop/host_features.h"

#include <cstddef>
#include <cstring>

#include "vulkan/device/function_tables.h"

namespace vyre::vulkan {
namespace {

// Every structure that has one of them, and where.
struct Place {
  VkStructureType type;
  uint64_t bit;
  size_t offset;
};

#define VYRE_BASE(field) \
  (offsetof(VkPhysicalDeviceFeatures2, features) + offsetof(VkPhysicalDeviceFeatures, field))
constexpr VkStructureType k11 = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
constexpr VkStructureType k12 = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
constexpr Place kPlaces[] = {
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, kShaderFloat64, VYRE_BASE(shaderFloat64)},
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, kShaderInt64, VYRE_BASE(shaderInt64)},
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, kShaderInt16, VYRE_BASE(shaderInt16)},
    {k11, kStorageBuffer16, offsetof(VkPhysicalDeviceVulkan11Features, storageBuffer16BitAccess)},
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES, kStorageBuffer16,
     offsetof(VkPhysicalDevice16BitStorageFeatures, storageBuffer16BitAccess)},
    {k12, kTimelineSemaphore, offsetof(VkPhysicalDeviceVulkan12Features, timelineSemaphore)},
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES, kTimelineSemaphore,
     offsetof(VkPhysicalDeviceTimelineSemaphoreFeatures, timelineSemaphore)},
    {k12, kMemoryModel, offsetof(VkPhysicalDeviceVulkan12Features, vulkanMemoryModel)},
    {k12, kMemoryModelDeviceScope,
     offsetof(VkPhysicalDeviceVulkan12Features, vulkanMemoryModelDeviceScope)},
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES, kMemoryModel,
     offsetof(VkPhysicalDeviceVulkanMemoryModelFeatures, vulkanMemoryModel)},
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES, kMemoryModelDeviceScope,
     offsetof(VkPhysicalDeviceVulkanMemoryModelFeatures, vulkanMemoryModelDeviceScope)},
    {k12, kShaderInt8, offsetof(VkPhysicalDeviceVulkan12Features, shaderInt8)},
    {k12, kShaderFloat16, offsetof(VkPhysicalDeviceVulkan12Features, shaderFloat16)},
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES, kShaderInt8,
     offsetof(VkPhysicalDeviceShaderFloat16Int8Features, shaderInt8)},
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES, kShaderFloat16,
     offsetof(VkPhysicalDeviceShaderFloat16Int8Features, shaderFloat16)},
    {k12, kStorageBuffer8, offsetof(VkPhysicalDeviceVulkan12Features, storageBuffer8BitAccess)},
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES, kStorageBuffer8,
     offsetof(VkPhysicalDevice8BitStorageFeatures, storageBuffer8BitAccess)},
};
#undef VYRE_BASE

static_assert(kMinApiVersion == VK_API_VERSION_1_2);
static_assert(kNeededQueueFlags == VK_QUEUE_COMPUTE_BIT);
static_assert(kNeededBufferUsage ==
              (VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
               VK_BUFFER_USAGE_TRANSFER_DST_BIT));

constexpr int kLongestChain = 256;  // structures; one that points to itself has no end

Status bad_chain(std::string_view what) {
  return fail(Code::kInvalidArgument, "the chain of features ", what,
              ". Fix: pass the address of a VkPhysicalDeviceFeatures2, the one that the device is "
              "made with");
}

Status check_chain(const void* chain) {
  if (chain == nullptr) return bad_chain("is NULL");
  const auto* base = static_cast<const VkBaseInStructure*>(chain);
  if (base->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2) {
    return bad_chain(concat("begins with a structure of type ", static_cast<int32_t>(base->sType)));
  }
  for (int length = 0; base != nullptr; base = base->pNext) {
    if (++length > kLongestChain) return bad_chain("has no end");
  }
  return {};
}

}  // namespace

std::string feature_names(uint64_t bits) {
  std::string text;
  for (const HostFeature& feature : kHostFeatures) {
    if ((bits & feature.bit) == 0) continue;
    if (!text.empty()) text += ", ";
    text += feature.name;
  }
  return text;
}

Result<uint64_t> read_features(const void* chain) {
  VYRE_RETURN_IF_ERROR(check_chain(chain));
  uint64_t bits = 0;
  const auto* structure = static_cast<const VkBaseInStructure*>(chain);
  for (; structure != nullptr; structure = structure->pNext) {
    for (const Place& place : kPlaces) {
      if (place.type != structure->sType) continue;
      VkBool32 on = VK_FALSE;
      std::memcpy(&on, reinterpret_cast<const std::byte*>(structure) + place.offset, sizeof on);
      if (on) bits |= place.bit;
    }
  }
  return bits;
}

Result<uint64_t> enable_features(void* chain, uint64_t bits) {
  VYRE_RETURN_IF_ERROR(check_chain(chain));
  uint64_t found = 0;
  auto* structure = static_cast<VkBaseOutStructure*>(chain);
  for (; structure != nullptr; structure = structure->pNext) {
    for (const Place& place : kPlaces) {
      if (place.type != structure->sType || (bits & place.bit) == 0) continue;
      const VkBool32 on = VK_TRUE;
      std::memcpy(reinterpret_cast<std::byte*>(structure) + place.offset, &on, sizeof on);
      found |= place.bit;
    }
  }
  return bits & ~found;
}

}  // namespace vyre::vulkan
