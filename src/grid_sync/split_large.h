#pragma once

#include <memory>
#include <memory_resource>

#include "grid_sync/ir_names.h"

namespace vyre::grid_sync {

// |program| with grid barriers between statements of its outermost list, so that no segment has
// many more than a quarter of |max_accesses| loads, stores and atomics of buffers; null when the
// program has no more than |max_accesses|, or no place where it can be cut. Every invocation
// passes such a place, so the barriers only choose one of the orders that invocations may run in.
std::shared_ptr<const Program> split_large(const Program& program, uint32_t max_accesses,
                                           std::pmr::memory_resource* memory);

}  // namespace vyre::grid_sync
