#pragma once

#include "base/status/status.h"
#include "vyre_driver.h"

namespace vyre::capi {

// What |error| says, null being success; |error| is destroyed.
Status take_status(vyre_error* error);

}  // namespace vyre::capi
