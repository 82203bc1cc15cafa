#pragma once

#include "base/status/status.h"
#include "launch/binding_plan.h"
#include "spirv/lower.h"

namespace vyre::spirv {

// Success when every buffer, statement, expression and operator of the program is one that the
// lowering has a meaning for on |target|. Else kUnsupportedFeature, with a finding for each fact
// that is missing.
Status check_support(const launch::KernelSource& kernel,
                     const std::array<uint32_t, 3>& workgroup_size, const Target& target);

// Whether all invocations of a workgroup reach every barrier, those of the grid included, whatever
// calls give: nobody knows what a function does with equal arguments.
Status check_barriers(const Program& program);

}  // namespace vyre::spirv
