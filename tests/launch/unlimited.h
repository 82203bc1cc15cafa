#pragma once

#include "profile/device_profile.h"

namespace vyre::launch {

// A device that takes workgroups of any size.
inline profile::DeviceProfile unlimited() {
  profile::DeviceProfile device;
  device.max_workgroup_size = {0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu};
  device.max_workgroup_invocations = 0xFFFFFFFFu;
  return device;
}

}  // namespace vyre::launch
