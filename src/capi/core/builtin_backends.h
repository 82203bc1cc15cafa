#pragma once

#include <memory>
#include <vector>

#include "runtime/context/context.h"
#include "vyre_driver.h"

namespace vyre::capi {

// The backends that are part of the library, as |desc| wants them, of a context with |options|.
std::vector<std::unique_ptr<backend::Backend>> builtin_backends(
    const vyre_context_desc& desc, const runtime::ContextOptions& options,
    spirv::OptimizationMode mode);

}  // namespace vyre::capi
