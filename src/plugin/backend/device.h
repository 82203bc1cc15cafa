#pragma once

#include <memory>

#include "backend/device.h"
#include "plugin/interface/plugin.h"
#include "runtime/context/context.h"

namespace vyre::plugin {

// Opens device |number| of a table as one with that id and profile.
Result<std::shared_ptr<backend::Device>> open_plugin_device(
    std::shared_ptr<const Plugin> plugin, uint32_t number, std::string id,
    const profile::DeviceProfile& profile, std::weak_ptr<runtime::Context> context);

}  // namespace vyre::plugin
