#pragma once

#include "base/status.h"
#include "runtime/inventory.h"
#include "vyre_driver.h"

namespace vyre::capi {

// |desc| may be null.
Result<runtime::SelectOptions> select_options(const vyre_select_desc* desc);

}  // namespace vyre::capi
