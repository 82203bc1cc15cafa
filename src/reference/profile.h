#pragma once

#include <string_view>

#include "profile/device_profile.h"

namespace vyre::reference {

inline constexpr std::string_view kReferenceVersion = "0.1.0";

profile::DeviceProfile reference_profile();

}  // namespace vyre::reference
