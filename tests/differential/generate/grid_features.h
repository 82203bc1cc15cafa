#pragma once

#include "base/status/status.h"
#include "differential/model/sketch.h"

namespace vyre::differential {

// Adds to the features of |sketch| what its plan shows: what stands around the barriers that the
// grid passes, and what is live over them. Fails where there is no plan.
Status add_grid_features(const ir::Program& program, Case& sketch);

}  // namespace vyre::differential
