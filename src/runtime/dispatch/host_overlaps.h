#pragma once

#include "base/status/status.h"
#include "runtime/dispatch/prepare.h"

namespace vyre::runtime {

// Of a pipeline that allows overlaps: bindings that share host memory, one of them written, share
// memory of the device in the same way for this dispatch. It starts with their inputs.
Status share_host_overlaps(const Pipeline& pipeline, Prepared& prepared);

}  // namespace vyre::runtime
