#pragma once

#include "backend/inventory.h"
#include "base/status/status.h"
#include "vyre_driver.h"

namespace vyre::capi {

// |desc| may be null.
Result<backend::SelectOptions> select_options(const vyre_select_desc* desc);

}  // namespace vyre::capi
