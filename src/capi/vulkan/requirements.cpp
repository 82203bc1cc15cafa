#include <array>
#include <iterator>

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "vulkan/device/features.h"
#include "vyre_driver_vulkan.h"

using vyre::Code;
using vyre::Status;
using namespace vyre::capi;
namespace vulkan = vyre::vulkan;

namespace {

constexpr size_t kFeatureCount = std::size(vulkan::kDeviceFeatures);

constexpr auto kFeatures = [] {
  std::array<vyre_vulkan_feature_info, kFeatureCount> features{};
  for (size_t i = 0; i < features.size(); ++i) {
    const vulkan::DeviceFeature& from = vulkan::kDeviceFeatures[i];
    const vulkan::FeatureStructure structure = vulkan::feature_structure(from.structure);
    features[i] = {sizeof(vyre_vulkan_feature_info),
                   to_c(from.name),
                   to_c(from.structure),
                   to_c(from.core),
                   to_c(structure.extension),
                   from.bit,
                   from.required ? 1u : 0u,
                   structure.type,
                   vulkan::feature_structure(from.core).type,
                   0};
  }
  return features;
}();

constexpr auto kFeaturePointers = [] {
  std::array<const vyre_vulkan_feature_info*, kFeatureCount> pointers{};
  for (size_t i = 0; i < pointers.size(); ++i) pointers[i] = &kFeatures[i];
  return pointers;
}();

vyre_vulkan_requirements requirements() {
  vyre_vulkan_requirements all = VYRE_VULKAN_REQUIREMENTS_INIT;
  all.optional_instance_extensions = vulkan::kOptionalInstanceExtensions;
  all.optional_instance_extension_count = std::size(vulkan::kOptionalInstanceExtensions);
  all.optional_device_extensions = vulkan::kOptionalDeviceExtensions;
  all.optional_device_extension_count = std::size(vulkan::kOptionalDeviceExtensions);
  all.features = kFeaturePointers.data();
  all.feature_count = kFeaturePointers.size();
  all.required_features = vulkan::required_features();
  all.optional_features = vulkan::kAllFeatures & ~vulkan::required_features();
  all.min_api_version = vulkan::kMinApiVersion;
  all.required_queue_flags = vulkan::kNeededQueueFlags;
  all.buffer_usage = vulkan::kNeededBufferUsage;
  return all;
}

}  // namespace

vyre_error* vyre_vulkan_get_requirements(uint32_t api_version,
                                         vyre_vulkan_requirements* out_requirements) {
  return guard([&]() -> Status {
    if (api_version < vulkan::kMinApiVersion) {
      return fail(Code::kUnsupportedFeature, "Vulkan ", api_version >> 22, ".",
                  api_version >> 12 & 0x3ff,
                  " was given, 1.2 is needed. Fix: make instance and device for VK_API_VERSION_1_2 "
                  "or newer");
    }
    return write_struct(out_requirements, requirements(), "vyre_vulkan_requirements");
  });
}

vyre_error* vyre_vulkan_read_features(const void* chain, vyre_vulkan_features* out_features) {
  return guard(VYRE_OUT(out_features), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(*out_features, vulkan::read_features(chain));
    return {};
  });
}

vyre_error* vyre_vulkan_enable_features(void* chain, vyre_vulkan_features features,
                                        vyre_vulkan_features* out_missing) {
  return guard(VYRE_OUT(out_missing), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(check_bits(features, vulkan::kAllFeatures, "features"));
    VYRE_ASSIGN_OR_RETURN(*out_missing, vulkan::enable_features(chain, features));
    return {};
  });
}
