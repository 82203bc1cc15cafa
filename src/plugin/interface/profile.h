#pragma once

#include "base/status/status.h"
#include "plugin/interface/plugin.h"
#include "profile/device_profile.h"
#include "vyre_driver.h"

namespace vyre::plugin {

// What a backend's get_device_info has written, checked; limits of 0 become 1 where that is their
// default.
Result<profile::DeviceProfile> profile_from_c(const vyre_device_info& given, const Plugin& plugin);

}  // namespace vyre::plugin
