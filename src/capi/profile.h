#pragma once

#include "backend/profile.h"
#include "vyre_driver.h"

namespace vyre::capi {

// The header's form of a profile, whose strings it borrows.
vyre_device_profile to_c(const backend::DeviceProfile& profile);

}  // namespace vyre::capi
