#pragma once

#include <memory>

#include "base/status/status.h"
#include "runtime/device/device.h"

namespace vyre::runtime {

// How many bytes the device reads and writes of its memory in a second, both together. The context
// keeps it as a fact about the device. Blocks.
Result<uint64_t> measure_bandwidth(const std::shared_ptr<Device>& device);

}  // namespace vyre::runtime
