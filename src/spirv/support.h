#pragma once

#include "base/status/status.h"
#include "launch/binding_plan.h"
#include "spirv/lower.h"

namespace vyre::spirv {

// Success when every buffer, statement, expression and operator of |program| is one that the
// lowering has a meaning for on |target|. Else kUnsupportedFeature, with a finding for each fact
// that is missing.
Status check_support(const Program& program, const launch::BindingPlan& plan,
                     const std::array<uint32_t, 3>& workgroup_size, const Target& target);

}  // namespace vyre::spirv
