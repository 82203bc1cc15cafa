#pragma once

#include "base/status/status.h"
#include "runtime/dispatch/dispatch.h"
#include "vyre_driver.h"

namespace vyre::capi {

// |desc| may be null.
Result<runtime::DispatchOptions> dispatch_options(const vyre_dispatch_desc* desc);

// Puts a report into the caller's struct.
Status write_result(vyre_dispatch_result* out_result, const runtime::DispatchReport& report);

}  // namespace vyre::capi
