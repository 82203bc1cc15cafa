#pragma once

#include <memory>

#include "backend/backend.h"
#include "plugin/interface/plugin.h"
#include "runtime/context/context.h"

namespace vyre::plugin {

// The devices of a table, for the inventory of |context|.
std::unique_ptr<backend::Backend> plugin_backend(std::shared_ptr<const Plugin> plugin,
                                                 std::weak_ptr<runtime::Context> context);

}  // namespace vyre::plugin
