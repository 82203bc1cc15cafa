#pragma once

#include "spirv/body/parts.h"

namespace vyre::spirv {

// Atomics that each workgroup gathers in its own memory (View::privatized). Every invocation of a
// workgroup executes clear_privatized() and bring_privatized().
bool clear_privatized(Parts& on);  // whether there are any
Id privatized_atomic(Parts& on, uint32_t buffer, Id index, Id value);
void bring_privatized(Parts& on);  // at the end, to the buffers

}  // namespace vyre::spirv
