#include <spirv/unified1/spirv.h>

#include <algorithm>

#include "spirv/external/spirv_tools.h"
#include "vulkan/kernel/modules.h"

namespace vyre::vulkan {
namespace {

constexpr uint32_t kNewestMinor = 5;  // what devices of Vulkan 1.2 take

// What of a device allows a capability.
struct Offer {
  uint32_t capability;
  std::string_view name;
  bool (*is_there)(const PhysicalDevice& device);
};

bool always(const PhysicalDevice&) { return true; }

template <uint64_t kFeature>
bool has(const PhysicalDevice& device) {
  return (device.features & kFeature) != 0;
}

template <VkSubgroupFeatureFlagBits kBit>
bool subgroups(const PhysicalDevice& device) {
  return (device.subgroup_operations & kBit) != 0;
}

#define VYRE_OFFER(name, is_there) \
  { SpvCapability##name, #name, is_there }
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
    VYRE_OFFER(Int16, has<kShaderInt16>),
    VYRE_OFFER(Int8, has<kShaderInt8>),
    VYRE_OFFER(StorageBuffer8BitAccess, has<kStorageBuffer8>),
    VYRE_OFFER(StorageBuffer16BitAccess, has<kStorageBuffer16>),
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

Status lacks(const LogicalDevice& device, std::string_view what, std::string_view fix) {
  return fail(Code::kUnsupportedFeature, "the SPIR-V module asks for ", what, ", which device '",
              device.physical().id, "' does not offer as it is opened here. Fix: ", fix);
}

Status check_version(const LogicalDevice& device, const launch::ExternalCode& code) {
  if (code.minor_version <= kNewestMinor) return {};
  return lacks(device, concat("SPIR-V 1.", code.minor_version),
               "compile it for Vulkan 1.2 (SPIR-V 1.5)");
}

Status check_capability(const LogicalDevice& device, uint32_t capability) {
  const auto* const offer = std::ranges::find(kOffers, capability, &Offer::capability);
  if (offer != std::end(kOffers) && offer->is_there(device.physical())) return {};
  const std::string name = offer != std::end(kOffers) ? concat("capability ", offer->name)
                                                      : concat("capability number ", capability);
  return lacks(device, name, "compile the kernel without it, or choose another device");
}

Status check_extension(const LogicalDevice& device, std::string_view name) {
  if (std::ranges::find(kExtensions, name) != std::end(kExtensions)) return {};
  return lacks(device, concat("extension ", name.substr(0, 200)),
               "compile the kernel without it (debug information: without -gVS)");
}

Status over_limit(std::string_view what, uint64_t wanted, std::string_view limit, uint64_t most) {
  return fail(Code::kUnsupportedFeature, "the SPIR-V module's ", what, ": ", wanted,
              ", the device's ", limit, " is ", most,
              ". Fix: use less of it or choose another device");
}

Status check_limits(const LogicalDevice& device, const launch::ExternalCode& code) {
  const VkPhysicalDeviceLimits& limits = device.physical().limits;
  if (code.push_constant_bytes > limits.maxPushConstantsSize) {
    return over_limit("bytes of push constants", code.push_constant_bytes, "maxPushConstantsSize",
                      limits.maxPushConstantsSize);
  }
  const uint64_t shared = code.workgroup_memory_bytes.value_or(0);
  if (shared > limits.maxComputeSharedMemorySize) {
    return over_limit("bytes of workgroup memory", shared, "maxComputeSharedMemorySize",
                      limits.maxComputeSharedMemorySize);
  }
  return {};
}

}  // namespace

Result<spirv::Module> external_module(const LogicalDevice& device,
                                      const launch::KernelSource& source) {
  const launch::ExternalCode& code = *source.external;
  VYRE_RETURN_IF_ERROR(check_version(device, code));
  for (const uint32_t capability : code.capabilities) {
    VYRE_RETURN_IF_ERROR(check_capability(device, capability));
  }
  for (const std::string& extension : code.extensions) {
    VYRE_RETURN_IF_ERROR(check_extension(device, extension));
  }
  VYRE_RETURN_IF_ERROR(check_limits(device, code));
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
