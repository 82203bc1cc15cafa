#pragma once

#include "ir/program/program.h"

namespace vyre::ir::wire {

// Whether a program may be what its author meant: there is no finding where subgroup operations are
// supported, and what is reduced is U32, F32 or shown by a run alone.
bool is_sound(const Program& program);

}  // namespace vyre::ir::wire
