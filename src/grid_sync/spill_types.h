#pragma once

#include "grid_sync/barrier_facts.h"

namespace vyre::grid_sync {

// Fills |facts.kept|; its names are resolved already. The rules are those of values at run time
// (docs/lowering.md), which are not the static types.
void find_spilled(const ir::Program& program, BarrierFacts& facts);

// The type that stands for all whose elements are loaded as the same bytes. Two of its elements
// never share a byte, as they do in a buffer of four-bit ones.
ir::TypeId plain_type(const ir::TypeTable& types, ir::TypeId element);

}  // namespace vyre::grid_sync
