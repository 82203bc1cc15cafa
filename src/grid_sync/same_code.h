#pragma once

#include <cstdint>

#include "ir/program/program.h"

namespace vyre::grid_sync {

// Whether two segments have equal records in equal order, literals bit for bit. Equal segments
// have equal hashes. Their buffers are not looked at: those of one plan are the same.
bool same_code(const ir::Program& a, const ir::Program& b);
uint64_t hash_of(const ir::Program& program);

}  // namespace vyre::grid_sync
