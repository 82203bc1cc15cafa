#pragma once

#include "backend/device.h"
#include "base/status/status.h"

namespace vyre::backend {

// Whether |device| offers what |code| asks for: version, capabilities, extensions and limits of
// SPIR-V. With a finding for each that is missing.
Status check_module(const DeviceView& device, const launch::ExternalCode& code);

}  // namespace vyre::backend
