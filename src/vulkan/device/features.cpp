#include "vulkan/device/features.h"

#include <cstddef>
#include <cstring>

#include "vulkan/device/newer_structures.h"

namespace vyre::vulkan {
namespace {

// Every structure that has one of them, and where.
struct Place {
  VkStructureType type;
  uint64_t bit;
  size_t offset;
};

template <typename Structure>
struct TypeOf;
#define VYRE_VULKAN_STRUCTURE(structure, name, number)                                 \
  template <>                                                                          \
  struct TypeOf<structure> {                                                           \
    static constexpr VkStructureType kType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_##name; \
  };                                                                                   \
  static_assert(feature_structure(#structure).type == TypeOf<structure>::kType);
VYRE_VULKAN_STRUCTURE(VkPhysicalDeviceVulkan11Features, VULKAN_1_1_FEATURES, 49)
VYRE_VULKAN_STRUCTURE(VkPhysicalDeviceVulkan12Features, VULKAN_1_2_FEATURES, 51)
VYRE_VULKAN_STRUCTURE(VkPhysicalDeviceVulkan13Features, VULKAN_1_3_FEATURES, 53)
VYRE_VULKAN_STRUCTURE(VkPhysicalDeviceVulkan14Features, VULKAN_1_4_FEATURES, 55)
#include "vulkan/device/features.def"

constexpr Place kPlaces[] = {
#define VYRE_VULKAN_BASE_FEATURE(bit, name, constant, member) \
  {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, constant,    \
   offsetof(VkPhysicalDeviceFeatures2, features) + offsetof(VkPhysicalDeviceFeatures, member)},
#define VYRE_VULKAN_FEATURE(bit, name, constant, member, structure, core) \
  {TypeOf<structure>::kType, constant, offsetof(structure, member)},      \
      {TypeOf<core>::kType, constant, offsetof(core, member)},
#define VYRE_VULKAN_EXTENSION_FEATURE(bit, name, constant, member, structure) \
  {TypeOf<structure>::kType, constant, offsetof(structure, member)},
#include "vulkan/device/features.def"
};

static_assert(feature_structure("VkPhysicalDeviceFeatures2").type ==
              VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
static_assert(kMinApiVersion == VK_API_VERSION_1_2);
static_assert(kMaxApiVersion == VK_API_VERSION_1_3);
static_assert(kNeededQueueFlags == VK_QUEUE_COMPUTE_BIT);
static_assert(kNeededBufferUsage ==
              (VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
               VK_BUFFER_USAGE_TRANSFER_DST_BIT));

constexpr int kLongestChain = 256;  // structures; one that points to itself has no end

Status bad_chain(std::string_view what) {
  return fail(Code::kInvalidArgument, "the chain of features ", what,
              ". Fix: pass the address of the VkPhysicalDeviceFeatures2 or the VkDeviceCreateInfo "
              "that the device is made with");
}

Status check_chain(const void* chain) {
  if (chain == nullptr) return bad_chain("is NULL");
  const auto* base = static_cast<const VkBaseInStructure*>(chain);
  if (base->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2 &&
      base->sType != VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO) {
    return bad_chain(concat("begins with a structure of type ", static_cast<int32_t>(base->sType)));
  }
  for (int length = 0; base != nullptr; base = base->pNext) {
    if (++length > kLongestChain) return bad_chain("has no end");
  }
  return {};
}

// Those that a VkDeviceCreateInfo points at, without a structure of the chain.
uint64_t plain_features(const void* chain) {
  const auto* base = static_cast<const VkBaseInStructure*>(chain);
  if (base->sType != VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO) return 0;
  const auto* info = static_cast<const VkDeviceCreateInfo*>(chain);
  if (info->pEnabledFeatures == nullptr) return 0;
  VkPhysicalDeviceFeatures2 plain{};
  plain.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  plain.features = *info->pEnabledFeatures;
  return features_in(&plain);
}

}  // namespace

std::string feature_names(uint64_t bits) {
  std::string text;
  for (const DeviceFeature& feature : kDeviceFeatures) {
    if ((bits & feature.bit) == 0) continue;
    if (!text.empty()) text += ", ";
    text += feature.name;
  }
  return text;
}

uint64_t features_in(const void* chain) {
  uint64_t bits = plain_features(chain);
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

uint64_t switch_on(void* chain, uint64_t bits) {
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

Result<uint64_t> read_features(const void* chain) {
  VYRE_RETURN_IF_ERROR(check_chain(chain));
  return features_in(chain);
}

Result<uint64_t> enable_features(void* chain, uint64_t bits) {
  VYRE_RETURN_IF_ERROR(check_chain(chain));
  return switch_on(chain, bits);
}

}  // namespace vyre::vulkan
