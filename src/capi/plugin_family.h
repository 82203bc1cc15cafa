#pragma once

#include <memory>

#include "backend/family.h"
#include "capi/plugin.h"
#include "runtime/context.h"

namespace vyre::capi {

// The devices of a table, for the inventory of |context|.
std::unique_ptr<backend::Family> plugin_family(std::shared_ptr<const Plugin> plugin,
                                               std::weak_ptr<runtime::Context> context);

}  // namespace vyre::capi
