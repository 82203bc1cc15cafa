#pragma once

#include <string_view>

#include "base/status/status.h"
#include "vyre_driver.h"

namespace vyre::plugin {

// Whether a table can be used. |owner| says in messages where it comes from.
Status check_table(const vyre_backend_table& table, std::string_view owner);

}  // namespace vyre::plugin
