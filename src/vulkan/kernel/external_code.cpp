#include <spirv/unified1/spirv.h>

#include <algorithm>

#include "backend/module_check.h"
#include "spirv/external/spirv_tools.h"
#include "vulkan/kernel/modules.h"

namespace vyre::vulkan {
namespace {

constexpr uint32_t kNewestMinor = 5;  // what devices of Vulkan 1.2 take

// What of a device allows a capability.
struct Offer {
  uint32_t capability;
  bool (*is_there)(const PhysicalDevice& device);
};

bool always(const PhysicalDevice&) { return true; }

template <uint64_t kFeatures>
bool has(const PhysicalDevice& device) {
  return (device.features & kFeatures) == kFeatures;
}

template <VkSubgroupFeatureFlagBits kBit>
bool subgroups(const PhysicalDevice& device) {
  return (device.subgroup_operations & kBit) != 0;
}

#define VYRE_OFFER(name, is_there) \
  { SpvCapability##name, is_there }
constexpr Offer kOffers[] = {
    VYRE_OFFER(Matrix, always),
    VYRE_OFFER(Shader, always),
    VYRE_OFFER(ImageQuery, always),
    VYRE_OFFER(DeviceGroup, always),
    VYRE_OFFER(VulkanMemoryModel, always),
    VYRE_OFFER(VulkanMemoryModelDeviceScope, always),
    VYRE_OFFER(Float16, has<kShaderFloat16>),
    VYRE_OFFER(Float64, has<kShaderFloat64>),
    VYRE_OFFER(Int64, has<kShaderInt64>),
    VYRE_OFFER(Int64Atomics, has<kShaderBufferInt64Atomics | kShaderInt64>),
    VYRE_OFFER(Int16, has<kShaderInt16>),
    VYRE_OFFER(Int8, has<kShaderInt8>),
    VYRE_OFFER(StorageBuffer8BitAccess, has<kStorageBuffer8>),
    VYRE_OFFER(StorageBuffer16BitAccess, has<kStorageBuffer16>),
    VYRE_OFFER(DotProduct, has<kIntegerDotProduct>),
    VYRE_OFFER(DotProductInputAll, has<kIntegerDotProduct>),
    VYRE_OFFER(DotProductInput4x8Bit, has<kIntegerDotProduct>),
    VYRE_OFFER(DotProductInput4x8BitPacked, has<kIntegerDotProduct>),
    VYRE_OFFER(SignedZeroInfNanPreserve,
               [](const auto& d) { return d.profile.signed_zero_inf_nan_preserve; }),
    VYRE_OFFER(DenormPreserve, [](const auto& d) { return d.profile.denorm_preserve_mode; }),
    VYRE_OFFER(RoundingModeRTE, [](const auto& d) { return d.profile.rounding_rte_mode; }),
    VYRE_OFFER(GroupNonUniform, subgroups<VK_SUBGROUP_FEATURE_BASIC_BIT>),
    VYRE_OFFER(GroupNonUniformVote, subgroups<VK_SUBGROUP_FEATURE_VOTE_BIT>),
    VYRE_OFFER(GroupNonUniformArithmetic, subgroups<VK_SUBGROUP_FEATURE_ARITHMETIC_BIT>),
    VYRE_OFFER(GroupNonUniformBallot, subgroups<VK_SUBGROUP_FEATURE_BALLOT_BIT>),
    VYRE_OFFER(GroupNonUniformShuffle, subgroups<VK_SUBGROUP_FEATURE_SHUFFLE_BIT>),
    VYRE_OFFER(GroupNonUniformShuffleRelative, subgroups<VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT>),
    VYRE_OFFER(GroupNonUniformClustered, subgroups<VK_SUBGROUP_FEATURE_CLUSTERED_BIT>),
    VYRE_OFFER(GroupNonUniformQuad, subgroups<VK_SUBGROUP_FEATURE_QUAD_BIT>),
};
#undef VYRE_OFFER

// Part of Vulkan 1.2, or without meaning for a device.
constexpr std::string_view kExtensions[] = {
    "SPV_KHR_storage_buffer_storage_class",
    "SPV_KHR_8bit_storage",
    "SPV_KHR_16bit_storage",
    "SPV_KHR_vulkan_memory_model",
    "SPV_KHR_float_controls",
    "SPV_KHR_device_group",
    "SPV_KHR_variable_pointers",
};

// The capability is that of both; what Vulkan has for the second is not asked for.
Status check_wide_atomics(const backend::DeviceView& device, const launch::ExternalCode& code) {
  const auto& all = code.capabilities;
  if (std::ranges::find(all, SpvCapabilityInt64Atomics) == all.end()) return {};
  if (!has_wide_workgroup_atomics(code.words)) return {};
  return fail(Code::kUnsupportedFeature,
              "the SPIR-V module has 64-bit atomics on workgroup memory, for which device '",
              device.id, "' is not opened. Fix: have them on a storage buffer");
}

}  // namespace

backend::ModuleOffer module_offer(const PhysicalDevice& device) {
  backend::ModuleOffer offer;
  offer.newest_minor = kNewestMinor;
  for (const Offer& one : kOffers) {
    if (one.is_there(device)) offer.capabilities.push_back(one.capability);
  }
  offer.extensions.assign(std::begin(kExtensions), std::end(kExtensions));
  if (has<kIntegerDotProduct>(device)) offer.extensions.push_back("SPV_KHR_integer_dot_product");
  return offer;
}

Result<spirv::Module> external_module(const backend::DeviceView& device,
                                      const launch::KernelSource& source) {
  const launch::ExternalCode& code = *source.external;
  VYRE_RETURN_IF_ERROR(backend::check_module(device, code));
  VYRE_RETURN_IF_ERROR(check_wide_atomics(device, code));
  spirv::Module module;
  VYRE_RETURN_IF_ERROR(spirv::validate_module(code.words));
  module.words = code.words;
  if (code.checked) {
    VYRE_ASSIGN_OR_RETURN(module.words, spirv::checked_module(code.words));
    VYRE_RETURN_IF_ERROR(spirv::validate_module(module.words));
  }
  for (const launch::PlannedBinding& binding : source.plan->bindings) {
    if (binding.role != launch::Role::kUniform) ++module.storage_buffers;
  }
  return module;
}

}  // namespace vyre::vulkan
