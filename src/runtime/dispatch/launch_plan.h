#pragma once

#include "launch/geometry.h"
#include "runtime/binding/resolve.h"
#include "runtime/dispatch/options.h"
#include "runtime/pipeline/compiled_program.h"

namespace vyre::runtime {

// Into |launch|, which has the memory for it.
Status plan_launch(const Pipeline& pipeline, const CompiledProgram& compiled,
                   const ResolvedBindings& resolved, const LaunchOptions& options,
                   launch::Launch& launch);

// Whether a grid may stand in |options|' buffer.
Status check_grid_buffer(const Pipeline& pipeline, const CompiledProgram& compiled,
                         const LaunchOptions& options);

}  // namespace vyre::runtime
