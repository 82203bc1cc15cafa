#pragma once

#include "spirv/body/parts.h"

namespace vyre::spirv {

// Makes workgroup memory what a kernel finds. Every invocation of a workgroup executes it.
void init_workgroup_memory(Parts& on);

}  // namespace vyre::spirv
