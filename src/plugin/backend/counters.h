#pragma once

#include "backend/counters.h"
#include "vyre_driver.h"

namespace vyre::plugin {

// What a backend's get_counters has written: the fields whose bits are on.
backend::Counters counters_from_c(const vyre_counters& given);

}  // namespace vyre::plugin
