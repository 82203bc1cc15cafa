#pragma once

#include <vector>

#include "base/status/status.h"
#include "runtime/dispatch/sequence.h"
#include "vyre_driver_sequence.h"

namespace vyre::capi {

// The runtime's form of the caller's updates, whose pointers it borrows.
Result<std::vector<runtime::StepUpdate>> step_updates(const vyre_step_update* updates,
                                                      size_t count);

}  // namespace vyre::capi
