#pragma once

#include <string_view>

#include "base/status/status.h"
#include "profile/device_profile.h"
#include "vyre_driver.h"

namespace vyre::plugin {

// What a backend's get_profile has written, checked; limits of 0 become 1 where that is their
// default.
Result<profile::DeviceProfile> profile_from_c(const vyre_device_profile& given,
                                              std::string_view backend_id);

}  // namespace vyre::plugin
