#pragma once

#include <memory>

#include "plugin/backend/device_handle.h"
#include "runtime/context/context.h"

namespace vyre::plugin {

// Hands |source| to the table; what it made of it.
Result<void*> compile_with(DeviceHandle& device, const profile::DeviceProfile& profile,
                           std::shared_ptr<runtime::Context> context,
                           const launch::KernelSource& source);

}  // namespace vyre::plugin
