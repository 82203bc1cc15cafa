#pragma once

#include "launch/kernel_source.h"
#include "runtime/emission/emission.h"
#include "spirv/module/target.h"

namespace vyre::runtime {

// Lowers |source| and tells what to bind. |parameters|: how many of the plan's bindings are the
// program's own; those behind them are hidden.
Result<EmittedKernel> emit_kernel(const launch::KernelSource& source, const spirv::Target& target,
                                  size_t parameters);

}  // namespace vyre::runtime
