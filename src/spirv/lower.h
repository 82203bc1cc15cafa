#pragma once

#include "base/status/status.h"
#include "launch/kernel_source.h"
#include "spirv/module/module.h"
#include "spirv/module/target.h"

namespace vyre::spirv {

// Lowers a source without external code, for any values that its program names: its own do not
// count, nor does its workgroup size on axes that are named. Fails with kUnsupportedFeature, naming
// what a device of this kind cannot do exactly.
Result<Module> lower(const launch::KernelSource& kernel, const Target& target);

// Whether the module of |program|, of which |plan| is made, has a coarsened kernel where workgroups
// are large enough.
bool can_coarsen(const ir::Program& program, const launch::BindingPlan& plan);

}  // namespace vyre::spirv
