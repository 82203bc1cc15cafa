#pragma once

#include <memory>

#include "base/status/status.h"
#include "runtime/context/context.h"
#include "vyre_driver.h"

namespace vyre::capi {

// The context of |context|; for null the one that the process shares.
Result<std::shared_ptr<runtime::Context>> context_or_shared(const vyre_context* context);

}  // namespace vyre::capi
