#pragma once

#include "profile/device_profile.h"
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

// The header's form of a profile, whose strings it borrows.
vyre_device_profile to_c(const profile::DeviceProfile& profile);

}  // namespace vyre::capi
