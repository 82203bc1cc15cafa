#pragma once

#include <algorithm>
#include <iterator>
#include <memory>
#include <string_view>

#include "profile/device_profile.h"
#include "registry/ops/snapshot.h"
#include "vyre_driver.h"

namespace vyre::capi {

// A feature in the header and in a profile.
struct ProfileFeature {
  uint64_t bit;
  bool profile::DeviceProfile::*fact;
};

inline constexpr ProfileFeature kProfileFeatures[] = {
#define VYRE_FEATURE(bit, name, field, vulkan, words) \
  {VYRE_FEATURE_##name, &profile::DeviceProfile::field},
#include "profile/features.def"
};

// The fields that both forms have by one name, in either direction.
template <typename From, typename To>
void copy_fields(const From& from, To& to) {
  to.kind = static_cast<decltype(to.kind)>(from.kind);
  to.timing_quality = static_cast<decltype(to.timing_quality)>(from.timing_quality);
  to.pci_vendor = from.pci_vendor;
  to.pci_device = from.pci_device;
  to.driver_version = from.driver_version;
  std::ranges::copy(from.device_uuid, std::begin(to.device_uuid));
  std::ranges::copy(from.driver_uuid, std::begin(to.driver_uuid));
  std::ranges::copy(from.max_workgroup_size, std::begin(to.max_workgroup_size));
  std::ranges::copy(from.max_workgroup_count, std::begin(to.max_workgroup_count));
  to.max_workgroup_invocations = from.max_workgroup_invocations;
  to.max_buffer_bytes = from.max_buffer_bytes;
  to.max_parameters = from.max_parameters;
  to.max_images = from.max_images;
  to.max_push_constant_bytes = from.max_push_constant_bytes;
  to.max_allocation_bytes = from.max_allocation_bytes;
  to.buffer_offset_alignment = from.buffer_offset_alignment;
  to.host_import_alignment = from.host_import_alignment;
  to.workgroup_memory_bytes = from.workgroup_memory_bytes;
  to.compute_units = from.compute_units;
  to.subgroups_per_unit = from.subgroups_per_unit;
  to.device_memory_bytes = from.device_memory_bytes;
  to.host_memory_bytes = from.host_memory_bytes;
}

// The header's form of a device, with all that it points at. |ops|: with lowerings for its backend,
// as they are when it is made.
std::shared_ptr<const vyre_device_info> make_device_info(std::string_view id,
                                                         std::string_view version,
                                                         const profile::DeviceProfile& profile,
                                                         const registry::Snapshot& ops);

}  // namespace vyre::capi
