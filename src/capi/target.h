#pragma once

#include <optional>

#include "registry/ops/target.h"
#include "vyre_driver.h"

namespace vyre::capi {

// Nothing for a target that is none.
std::optional<registry::Target::Kind> kind_of(const vyre_target& target);

// Refuses a target that is none by its value.
Result<registry::Target> target_of(const vyre_target& target);

// The extension lives as long as |target|.
vyre_target to_c(const registry::Target& target);

}  // namespace vyre::capi
