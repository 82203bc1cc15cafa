#pragma once

#include "base/status/status.h"
#include "spirv/external/constants.h"
#include "spirv/external/external_module.h"

namespace vyre::spirv {

// Refuses constants that divide the smallest number by -1. That has no result, and a driver that
// computes it with the processor's own division ends the process.
Status check_divisions(const ExternalModule& module, const ExternalConstants& values);

}  // namespace vyre::spirv
