#pragma once

#include <string>
#include <vector>

#include "backend/device.h"

namespace vyre::vulkan {

// One physical device, usable or not.
struct DeviceInfo {
  std::string id;  // "vulkan:<uuid>"
  profile::DeviceProfile profile;
  std::vector<std::string> missing;  // requirements it lacks, by name; empty = usable
};

}  // namespace vyre::vulkan
