#pragma once

#include <vector>

#include "base/status.h"
#include "runtime/binding.h"
#include "vyre_driver.h"

namespace vyre::capi {

// The runtime's form of the caller's bindings, whose pointers it borrows. Refuses unknown kinds and
// fields that the kind does not use.
Result<std::vector<runtime::Binding>> bindings_of(const vyre_binding* bindings, size_t count);

}  // namespace vyre::capi
