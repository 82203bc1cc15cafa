#pragma once

#include <cstdint>

#include "differential/model/features.h"
#include "differential/model/sketch.h"

namespace vyre::differential {

// Program |index| of |seed|: the same on every machine. It validates, and its result does not
// depend on the order in which invocations run.
Case generate(uint64_t seed, uint64_t index, const Weights& weights = default_weights());

}  // namespace vyre::differential
