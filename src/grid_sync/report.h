#pragma once

#include "grid_sync/emit.h"

namespace vyre::grid_sync {

// Fills in what stands beside |report.plan|, which was made of these parts.
void describe(const Parts& parts, Report& report);

}  // namespace vyre::grid_sync
