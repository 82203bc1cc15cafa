#pragma once

#include <optional>

#include "capi/core/registry_info.h"
#include "registry/ops/target.h"
#include "vyre_driver_registry.h"

namespace vyre::capi {

// Nothing for a target that is none.
std::optional<registry::Target::Kind> kind_of(const vyre_target& target);

// Refuses a target that is none by its value.
Result<registry::Target> target_of(const vyre_target& target);

}  // namespace vyre::capi
