#pragma once

#include "vyre_driver.h"

namespace vyre::plugin {

// The errors that plug-ins hold now. A plug-in can only return those that the host's functions have
// given it; what else it returns as one is never looked at.

// |error|, which goes to a plug-in. Null stays null.
vyre_error* zero_copy_error(vyre_error* error) noexcept;

// Whether a plug-in holds |error|, which it then does not any more.
bool take_back_error(const vyre_error* error) noexcept;

}  // namespace vyre::plugin
