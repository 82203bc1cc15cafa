#pragma once

#include <memory_resource>
#include <vector>

#include "base/status/status.h"
#include "runtime/binding/resolve.h"
#include "vyre_driver.h"

namespace vyre::capi {

// The runtime's form of the caller's bindings, whose pointers it borrows. Refuses unknown kinds and
// fields that the kind does not use. |memory| is for the result.
Result<std::pmr::vector<runtime::Binding>> bindings_of(
    const vyre_binding* bindings, size_t count,
    std::pmr::memory_resource* memory = std::pmr::get_default_resource());

// The same behind those in |all|.
Status add_bindings(const vyre_binding* bindings, size_t count,
                    std::pmr::vector<runtime::Binding>& all);

}  // namespace vyre::capi
