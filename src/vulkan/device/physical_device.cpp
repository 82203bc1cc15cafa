#include "vulkan/device/physical_device.h"

#include <algorithm>

#include "vulkan/device/feature_chain.h"

namespace vyre::vulkan {
namespace {

struct DriverQuirks {
  VkDriverId driver;
  Quirks quirks;
};

// One line per driver that was measured. Mesa's software device: add, multiply, divide, square root
// were compared with exact results, denormals included; its fused multiply-add rounds twice. 125
// accesses compile in 0.2 s, 1,000 in 8 to 15 s and twice as many in four times as long. NVIDIA's:
// 64 MiB on an H200 are copied at 0.8 TB/s by the command, at 3 TB/s by a program.
constexpr DriverQuirks kDriverQuirks[] = {
    {VK_DRIVER_ID_MESA_LLVMPIPE,
     {.max_loop_trips = 65535,
      .max_buffer_accesses = 1000,
      .preserves_f32_denormals = true,
      .exact_f32_division = true,
      .exact_f32_fma = false,
      .mistakes_constant_zeros = true,
      .waits_at_memory_barriers = true,
      .wakes_all_at_timelines = true,
      .imports_at_once = true}},
    {VK_DRIVER_ID_NVIDIA_PROPRIETARY, {.min_copy_by_kernel = uint64_t{64} << 10}},
};

// The chains of properties and features that are asked for, linked in place.
struct Properties {
  VkPhysicalDeviceProperties2 base{};
  VkPhysicalDeviceIDProperties id{};
  VkPhysicalDeviceDriverProperties driver{};
  VkPhysicalDeviceSubgroupProperties subgroup{};
  VkPhysicalDeviceFloatControlsProperties floats{};
  VkPhysicalDeviceMaintenance3Properties maintenance{};
  VkPhysicalDeviceSubgroupSizeControlProperties widths{};  // asked for where version 1.3 is there

  // The last two but |widths| exist only on devices of version 1.2 and newer.
  explicit Properties(bool version_1_2) {
    base.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
    id.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES;
    maintenance.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES;
    subgroup.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES;
    driver.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES;
    floats.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES;
    base.pNext = &id;
    id.pNext = &maintenance;
    maintenance.pNext = &subgroup;
    subgroup.pNext = version_1_2 ? &driver : nullptr;
    driver.pNext = &floats;
    widths.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES;
  }
};

std::string version_text(uint32_t version) {
  return concat(VK_API_VERSION_MAJOR(version), ".", VK_API_VERSION_MINOR(version), ".",
                VK_API_VERSION_PATCH(version));
}

std::string uuid_text(const uint8_t (&uuid)[VK_UUID_SIZE]) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (size_t i = 0; i < VK_UUID_SIZE; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += kDigits[uuid[i] >> 4];
    text += kDigits[uuid[i] & 15];
  }
  return text;
}

profile::DeviceKind kind_of(VkPhysicalDeviceType type) {
  if (type == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU) return profile::DeviceKind::kIntegrated;
  if (type == VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU) return profile::DeviceKind::kDiscrete;
  if (type == VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU) return profile::DeviceKind::kVirtual;
  if (type == VK_PHYSICAL_DEVICE_TYPE_CPU) return profile::DeviceKind::kCpu;
  return profile::DeviceKind::kOther;
}

std::vector<VkQueueFamilyProperties> queue_families(const InstanceTable& vk,
                                                    VkPhysicalDevice handle) {
  std::vector<VkQueueFamilyProperties> families;
  enumerate(families, [&](uint32_t* count, VkQueueFamilyProperties* all) {
    vk.vkGetPhysicalDeviceQueueFamilyProperties(handle, count, all);
    return VK_SUCCESS;
  });
  return families;
}

void describe_identity(PhysicalDevice& device, const Properties& from) {
  profile::DeviceProfile& profile = device.profile;
  const VkPhysicalDeviceProperties& properties = from.base.properties;
  device.id = concat("vulkan:", uuid_text(from.id.deviceUUID));
  profile.name = properties.deviceName;
  profile.driver = concat(from.driver.driverName, from.driver.driverName[0] != '\0' ? " " : "",
                          from.driver.driverInfo);
  profile.api_version = version_text(properties.apiVersion);
  profile.kind = kind_of(properties.deviceType);
  profile.pci_vendor = properties.vendorID;
  profile.pci_device = properties.deviceID;
  profile.driver_version = properties.driverVersion;
  std::copy_n(from.id.deviceUUID, VK_UUID_SIZE, profile.device_uuid.begin());
  std::copy_n(from.id.driverUUID, VK_UUID_SIZE, profile.driver_uuid.begin());
}

void describe_limits(PhysicalDevice& device) {
  profile::DeviceProfile& profile = device.profile;
  const VkPhysicalDeviceLimits& limits = device.limits;
  std::copy_n(limits.maxComputeWorkGroupSize, 3, profile.max_workgroup_size.begin());
  std::copy_n(limits.maxComputeWorkGroupCount, 3, profile.max_workgroup_count.begin());
  profile.max_workgroup_invocations = limits.maxComputeWorkGroupInvocations;
  profile.max_buffer_bytes = limits.maxStorageBufferRange;
  // One storage buffer is kept for the words that a trap writes.
  const uint32_t storage =
      std::min(limits.maxPerStageDescriptorStorageBuffers, limits.maxDescriptorSetStorageBuffers);
  profile.max_parameters = storage > 0 ? storage - 1 : 0;
  profile.images = true;
  profile.max_images =
      std::min({limits.maxPerStageDescriptorStorageImages, limits.maxDescriptorSetStorageImages,
                limits.maxPerStageDescriptorSampledImages, limits.maxDescriptorSetSampledImages,
                limits.maxPerStageDescriptorSamplers, limits.maxDescriptorSetSamplers});
  profile.max_push_constant_bytes = limits.maxPushConstantsSize;
  profile.workgroup_memory_bytes = limits.maxComputeSharedMemorySize;
  profile.max_loop_trips = device.quirks.max_loop_trips;
  profile.max_buffer_accesses = device.quirks.max_buffer_accesses;
  profile.buffer_offset_alignment = static_cast<uint32_t>(limits.minStorageBufferOffsetAlignment);
}

void describe_subgroups(PhysicalDevice& device, const Properties& from) {
  profile::DeviceProfile& profile = device.profile;
  const VkPhysicalDeviceSubgroupProperties& subgroup = from.subgroup;
  if ((subgroup.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) == 0) return;
  device.subgroup_operations = subgroup.supportedOperations;
  const auto has = [&](VkSubgroupFeatureFlags bits) {
    return (subgroup.supportedOperations & bits) == bits;
  };
  profile.subgroup_size = subgroup.subgroupSize;
  if (from.widths.maxSubgroupSize != 0) {
    profile.subgroup_sizes = {from.widths.minSubgroupSize, from.widths.maxSubgroupSize};
    device.sets_subgroup_size =
        (from.widths.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0;
    device.max_workgroup_subgroups = from.widths.maxComputeWorkgroupSubgroups;
  }
  profile.subgroup_operations =
      has(VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_VOTE_BIT |
          VK_SUBGROUP_FEATURE_ARITHMETIC_BIT | VK_SUBGROUP_FEATURE_BALLOT_BIT);
  profile.subgroup_shuffle = has(VK_SUBGROUP_FEATURE_SHUFFLE_BIT);
}

void describe_features(const InstanceTable& vk, PhysicalDevice& device) {
  FeatureChain chain(device.extensions);
  vk.vkGetPhysicalDeviceFeatures2(device.handle, &chain.base);
  device.features = features_in(&chain.base);
  describe_enabled_features(device);
  device.profile.indirect_dispatch = true;  // part of every Vulkan compute queue
  device.profile.async_copies = true;       // each workgroup carries out its own
}

void describe_floats(PhysicalDevice& device) {
  profile::DeviceProfile& profile = device.profile;
  const VkPhysicalDeviceFloatControlsProperties& floats = device.floats;
  profile.signed_zero_inf_nan_preserve = floats.shaderSignedZeroInfNanPreserveFloat32;
  profile.denorm_preserve_mode = floats.shaderDenormPreserveFloat32;
  profile.rounding_rte_mode = floats.shaderRoundingModeRTEFloat32;
  profile.preserves_f32_denormals =
      profile.denorm_preserve_mode || device.quirks.preserves_f32_denormals;
  profile.exact_f32_division = device.quirks.exact_f32_division;
  profile.exact_f32_fma = device.quirks.exact_f32_fma;
  profile.mistakes_constant_zeros = device.quirks.mistakes_constant_zeros;
  profile.waits_at_memory_barriers = device.quirks.waits_at_memory_barriers;
}

void describe_memory(PhysicalDevice& device) {
  constexpr VkMemoryPropertyFlags kShared =
      VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
      VK_MEMORY_PROPERTY_HOST_COHERENT_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
  profile::DeviceProfile& profile = device.profile;
  for (uint32_t i = 0; i < device.memory.memoryHeapCount; ++i) {
    const VkMemoryHeap& heap = device.memory.memoryHeaps[i];
    const bool local = (heap.flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0;
    uint64_t& bytes = local ? profile.device_memory_bytes : profile.host_memory_bytes;
    bytes = std::max(bytes, uint64_t{heap.size});
  }
  for (uint32_t i = 0; i < device.memory.memoryTypeCount; ++i) {
    const VkMemoryPropertyFlags flags = device.memory.memoryTypes[i].propertyFlags;
    profile.host_memory_is_device_memory |= (flags & kShared) == kShared;
  }
}

// What |handle| has beside its version.
using Extensions = std::vector<VkExtensionProperties>;

Extensions extensions_of(const InstanceTable& vk, VkPhysicalDevice handle) {
  Extensions all;
  enumerate(all, [&](uint32_t* count, VkExtensionProperties* some) {
    return vk.vkEnumerateDeviceExtensionProperties(handle, nullptr, count, some);
  });
  return all;
}

// What an extension tells; zeroes where the device does not have it.
template <typename Properties>
Properties properties_of(const InstanceTable& vk, VkPhysicalDevice handle, const Extensions& all,
                         std::string_view extension, VkStructureType type) {
  Properties told{};
  told.sType = type;
  if (!has_extension(all, extension)) return told;
  VkPhysicalDeviceProperties2 properties{};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &told;
  vk.vkGetPhysicalDeviceProperties2(handle, &properties);
  return told;
}

void describe_host_import(const InstanceTable& vk, const Extensions& all, PhysicalDevice& device) {
  const auto host = properties_of<VkPhysicalDeviceExternalMemoryHostPropertiesEXT>(
      vk, device.handle, all, VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME,
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_MEMORY_HOST_PROPERTIES_EXT);
  device.host_import_alignment = host.minImportedHostPointerAlignment;
  device.profile.host_import_alignment = device.host_import_alignment;
}

// Vulkan itself has no such fact.
void describe_compute_units(const InstanceTable& vk, const Extensions& all,
                            PhysicalDevice& device) {
  const auto nvidia = properties_of<VkPhysicalDeviceShaderSMBuiltinsPropertiesNV>(
      vk, device.handle, all, VK_NV_SHADER_SM_BUILTINS_EXTENSION_NAME,
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV);
  const auto amd = properties_of<VkPhysicalDeviceShaderCorePropertiesAMD>(
      vk, device.handle, all, VK_AMD_SHADER_CORE_PROPERTIES_EXTENSION_NAME,
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_PROPERTIES_AMD);
  const uint32_t engines = amd.shaderEngineCount * amd.shaderArraysPerEngineCount;
  device.profile.compute_units = nvidia.shaderSMCount + engines * amd.computeUnitsPerShaderArray;
  device.profile.subgroups_per_unit =
      nvidia.shaderWarpsPerSM + amd.simdPerComputeUnit * amd.wavefrontsPerSimd;
}

bool knows_clocks(const InstanceTable& vk, VkPhysicalDevice handle) {
  const auto get_domains = vk.vkGetPhysicalDeviceCalibrateableTimeDomainsEXT;
  if (get_domains == nullptr) return false;
  std::vector<VkTimeDomainEXT> domains;
  const VkResult result = enumerate(domains, [&](uint32_t* count, VkTimeDomainEXT* all) {
    return get_domains(handle, count, all);
  });
  if (result != VK_SUCCESS) return false;
  const auto has = [&](VkTimeDomainEXT domain) {
    return std::ranges::find(domains, domain) != domains.end();
  };
  return has(VK_TIME_DOMAIN_DEVICE_EXT) && has(VK_TIME_DOMAIN_CLOCK_MONOTONIC_EXT);
}

void describe_clocks(const InstanceTable& vk, const Extensions& all, PhysicalDevice& device) {
  for (const char* name : {"VK_KHR_calibrated_timestamps", "VK_EXT_calibrated_timestamps"}) {
    if (!has_extension(all, name)) continue;
    if (knows_clocks(vk, device.handle)) device.calibrated_timestamps = name;
    return;
  }
}

void take_queue_family(PhysicalDevice& device, std::span<const VkQueueFamilyProperties> all,
                       uint32_t family) {
  device.compute_family = family;
  device.timestamp_valid_bits = all[family].timestampValidBits;
  profile::DeviceProfile& profile = device.profile;
  profile.device_timestamps =
      device.timestamp_valid_bits > 0 && device.limits.timestampPeriod > 0.0f;
  profile.timing_quality = profile.device_timestamps ? profile::TimingQuality::kDeviceTimestamps
                                                     : profile::TimingQuality::kHostEnqueueWait;
  profile.timing_source = profile::FactSource::kReported;
}

// The compute family that does the least beside compute: its queue is the least busy.
void choose_queue_family(PhysicalDevice& device, std::span<const VkQueueFamilyProperties> all) {
  uint32_t best = VK_QUEUE_FAMILY_IGNORED;
  for (uint32_t i = 0; i < all.size(); ++i) {
    if ((all[i].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0 || all[i].queueCount == 0) continue;
    const bool graphics = (all[i].queueFlags & VK_QUEUE_GRAPHICS_BIT) != 0;
    if (best == VK_QUEUE_FAMILY_IGNORED || !graphics) best = i;
    if (!graphics) break;
  }
  if (best == VK_QUEUE_FAMILY_IGNORED) {
    device.missing.push_back("a queue family with compute");
    return;
  }
  take_queue_family(device, all, best);
}

void check_requirements(PhysicalDevice& device, const Properties& properties) {
  std::vector<std::string>& missing = device.missing;
  if (properties.base.properties.apiVersion < VK_API_VERSION_1_2) {
    missing.push_back(concat("Vulkan 1.2 (the device has ", device.profile.api_version, ")"));
    return;  // what follows can only be asked of a device of that version
  }
  for (const DeviceFeature& feature : kDeviceFeatures) {
    if (feature.required && (device.features & feature.bit) == 0)
      missing.emplace_back(feature.name);
  }
}

}  // namespace

Quirks quirks_of(const VkPhysicalDeviceDriverProperties& driver) {
  for (const DriverQuirks& entry : kDriverQuirks) {
    if (entry.driver == driver.driverID) return entry.quirks;
  }
  return {};
}

Status check_usable(const PhysicalDevice& device) {
  if (device.missing.empty()) return {};
  std::string missing;
  for (const std::string& name : device.missing) {
    missing += (missing.empty() ? "" : ", ") + name;
  }
  return fail(Code::kUnsupportedFeature, "device '", device.profile.name, "' (", device.id,
              ") lacks ", missing, ". Fix: update its driver or choose another device");
}

void describe_enabled_features(PhysicalDevice& device) {
  const auto put = [&](bool& fact, uint64_t needed) {
    if (needed != 0) fact = (device.features & needed) == needed;
  };
#define VYRE_FEATURE(bit, name, field, vulkan, words) put(device.profile.field, vulkan);
#include "profile/features.def"
  device.profile.subgroup_size_control &= device.sets_subgroup_size;
}

Status use_queue_family(const InstanceTable& vk, PhysicalDevice& device, uint32_t family) {
  const std::vector<VkQueueFamilyProperties> all = queue_families(vk, device.handle);
  if (family >= all.size()) {
    return fail(Code::kInvalidArgument, "queue family ", family, " was given, the device '",
                device.profile.name, "' has ", all.size(),
                ". Fix: pass the family that the host's queue was made from");
  }
  if ((all[family].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0) {
    return fail(Code::kUnsupportedFeature, "queue family ", family, " of the device '",
                device.profile.name,
                "' does not compute. Fix: import a queue of a family with VK_QUEUE_COMPUTE_BIT");
  }
  take_queue_family(device, all, family);
  return {};
}

PhysicalDevice describe_device(const InstanceTable& vk, VkPhysicalDevice handle) {
  PhysicalDevice device;
  device.handle = handle;
  Properties probe(false);
  vk.vkGetPhysicalDeviceProperties2(handle, &probe.base);
  device.api_version = std::min(probe.base.properties.apiVersion, kMaxApiVersion);
  Properties properties(device.api_version >= VK_API_VERSION_1_2);
  if (device.api_version >= VK_API_VERSION_1_3) properties.floats.pNext = &properties.widths;
  vk.vkGetPhysicalDeviceProperties2(handle, &properties.base);
  vk.vkGetPhysicalDeviceMemoryProperties(handle, &device.memory);
  const Extensions extensions = extensions_of(vk, handle);
  for (const char* name : kOptionalDeviceExtensions) {
    if (has_extension(extensions, name)) device.extensions.push_back(name);
  }

  device.quirks = quirks_of(properties.driver);
  device.limits = properties.base.properties.limits;
  device.floats = properties.floats;
  device.floats.pNext = nullptr;
  std::copy_n(properties.base.properties.pipelineCacheUUID, VK_UUID_SIZE,
              device.pipeline_cache_uuid.begin());
  device.profile.max_allocation_bytes = properties.maintenance.maxMemoryAllocationSize;
  describe_identity(device, properties);
  describe_limits(device);
  describe_subgroups(device, properties);
  if (device.api_version >= VK_API_VERSION_1_2) describe_features(vk, device);
  describe_floats(device);
  describe_memory(device);
  device.profile.memory_budget = has_extension(extensions, VK_EXT_MEMORY_BUDGET_EXTENSION_NAME);
  describe_host_import(vk, extensions, device);
  describe_compute_units(vk, extensions, device);
  describe_clocks(vk, extensions, device);
  choose_queue_family(device, queue_families(vk, handle));
  check_requirements(device, properties);
  return device;
}

}  // namespace vyre::vulkan
