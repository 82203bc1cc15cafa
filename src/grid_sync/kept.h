#pragma once

#include "grid_sync/facts.h"

namespace vyre::grid_sync {

// Fills |facts.kept|; its names are resolved already. The rules are those of values at run time
// (docs/lowering.md), which are not the static types.
void find_kept(const ir::Program& program, Facts& facts);

// A type whose elements have addresses of their own and hold what those of |element| hold.
ir::TypeId whole_bytes(const ir::TypeTable& types, ir::TypeId element);

}  // namespace vyre::grid_sync
