#pragma once

#include <vector>

#include "base/status/status.h"
#include "registry/ops/snapshot.h"

namespace vyre::registry {

// What is wrong with the calls that the compositions of |snapshot| make: unknown ops, arguments
// that do not suit, ops that call themselves in the end.
std::vector<Finding> find_bad_calls(const Snapshot& snapshot);

}  // namespace vyre::registry
