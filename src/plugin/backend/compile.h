#pragma once

#include <memory>

#include "plugin/backend/device_handle.h"
#include "runtime/context/context.h"

namespace vyre::capi {

// Hands |request| to the table; what it made of it.
Result<void*> compile_with(PluginDevice& device, const backend::DeviceProfile& profile,
                           std::shared_ptr<runtime::Context> context,
                           const backend::CompileRequest& request);

}  // namespace vyre::capi
