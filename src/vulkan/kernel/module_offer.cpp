#include <algorithm>

#include "vulkan/kernel/modules.h"

namespace vyre::vulkan {
namespace {

// What of a device allows a capability or an extension of SPIR-V, as the Vulkan registry has it.
struct Carrier {
  enum Kind : uint8_t { VERSION, EXTENSION, FEATURE, PROPERTY } kind;
  std::string_view structure;  // of a feature or property
  std::string_view name;       // of an extension, feature or property
  uint32_t value;              // a version's minor number; bits of a property
};

struct CapabilityRow {
  uint32_t capability;
  Carrier by;
};

struct ExtensionRow {
  std::string_view extension;
  Carrier by;
};

constexpr CapabilityRow kCapabilities[] = {
#define VYRE_CAPABILITY(number, kind, structure, name, value) \
  {number, {Carrier::kind, structure, name, value}},
#define VYRE_EXTENSION(...)
#include "vulkan/kernel/registry.inc"
#undef VYRE_CAPABILITY
#undef VYRE_EXTENSION
};

constexpr ExtensionRow kExtensions[] = {
#define VYRE_CAPABILITY(...)
#define VYRE_EXTENSION(extension, kind, structure, name, value) \
  {extension, {Carrier::kind, structure, name, value}},
#include "vulkan/kernel/registry.inc"
#undef VYRE_CAPABILITY
#undef VYRE_EXTENSION
};

using Floats = VkPhysicalDeviceFloatControlsProperties;
constexpr struct {
  std::string_view name;
  VkBool32 Floats::*member;
} kFloatProperties[] = {
#define VYRE_FLOATS(name)                                             \
  {#name "16", &Floats::name##16}, {#name "32", &Floats::name##32}, { \
#name "64", &Floats::name##64                                     \
  }
    VYRE_FLOATS(shaderSignedZeroInfNanPreserveFloat), VYRE_FLOATS(shaderDenormPreserveFloat),
    VYRE_FLOATS(shaderDenormFlushToZeroFloat),        VYRE_FLOATS(shaderRoundingModeRTEFloat),
    VYRE_FLOATS(shaderRoundingModeRTZFloat),
#undef VYRE_FLOATS
};

// The bit of features.h; 0: we know none of that name.
uint64_t feature_of(const Carrier& by) {
  for (const DeviceFeature& one : kDeviceFeatures) {
    if (one.name == by.name && (one.structure == by.structure || one.core == by.structure)) {
      return one.bit;
    }
  }
  return 0;
}

bool has_property(const PhysicalDevice& device, const Carrier& by) {
  if (by.name == "subgroupSupportedOperations") return (device.subgroup_operations & by.value) != 0;
  return has_float_property(device, by.name);
}

bool carries(const PhysicalDevice& device, const Carrier& by) {
  switch (by.kind) {
    case Carrier::VERSION:
      return device.api_version >= VK_MAKE_API_VERSION(0, 1, by.value, 0);
    case Carrier::EXTENSION:
      return std::ranges::find(device.extensions, by.name) != device.extensions.end();
    case Carrier::FEATURE:
      return (device.features & feature_of(by)) != 0;
    case Carrier::PROPERTY:
      return has_property(device, by);
  }
  return false;
}

bool is_enabled_by_us(const Carrier& by) {
  if (by.kind == Carrier::FEATURE) return feature_of(by) != 0;
  const auto& all = kOptionalDeviceExtensions;
  return by.kind != Carrier::EXTENSION || std::ranges::find(all, by.name) != std::end(all);
}

std::string text_of(const Carrier& by) {
  if (by.kind == Carrier::VERSION) return concat("Vulkan 1.", by.value);
  if (by.kind == Carrier::EXTENSION) return concat("the extension ", by.name);
  return concat(by.kind == Carrier::FEATURE ? "the feature " : "the property ", by.name, " of ",
                by.structure);
}

// Of several the one that we could enable.
backend::ModuleCarrier carrier_of(std::span<const Carrier> all) {
  if (all.empty()) return {"nothing of Vulkan", false};
  const auto known = std::ranges::find_if(all, is_enabled_by_us);
  return {text_of(known != all.end() ? *known : all.front()), known != all.end()};
}

std::vector<Carrier> carriers_of(uint32_t capability) {
  std::vector<Carrier> all;
  for (const CapabilityRow& row : kCapabilities) {
    if (row.capability == capability) all.push_back(row.by);
  }
  return all;
}

std::vector<Carrier> carriers_of(std::string_view extension) {
  std::vector<Carrier> all;
  for (const ExtensionRow& row : kExtensions) {
    if (row.extension == extension) all.push_back(row.by);
  }
  return all;
}

}  // namespace

bool has_float_property(const PhysicalDevice& device, std::string_view name) {
  for (const auto& [known, member] : kFloatProperties) {
    if (known == name) return device.floats.*member != 0;
  }
  return false;
}

backend::ModuleOffer module_offer(const PhysicalDevice& device) {
  backend::ModuleOffer offer;
  offer.newest_minor = device.api_version >= VK_API_VERSION_1_3 ? 6 : 5;
  for (const auto& [capability, by] : kCapabilities) {
    if (carries(device, by)) offer.capabilities.push_back(capability);
    if (by.kind == Carrier::FEATURE && (device.left_off & feature_of(by)) != 0)
      offer.left_off.push_back(capability);
  }
  for (const auto& [extension, by] : kExtensions) {
    if (carries(device, by)) offer.extensions.push_back(extension);
  }
  offer.carrier_of_capability = [](uint32_t one) { return carrier_of(carriers_of(one)); };
  offer.carrier_of_extension = [](std::string_view one) { return carrier_of(carriers_of(one)); };
  return offer;
}

}  // namespace vyre::vulkan
