#pragma once

#include <memory>

#include "base/status/status.h"
#include "runtime/device/device.h"

namespace vyre::runtime {

// How fast the device reads and writes its memory, in 10^9 bytes a second, reads and writes
// together. The context keeps it as a fact about the device. Blocks.
Result<double> measure_bandwidth(const std::shared_ptr<Device>& device);

}  // namespace vyre::runtime
