#pragma once

#include <array>

#include "base/status/status.h"
#include "launch/binding_plan.h"
#include "spirv/module/module.h"
#include "spirv/module/target.h"

namespace vyre::spirv {

// Lowers a validated program. On axes that it names, |workgroup_size| does not count. Fails with
// kUnsupportedFeature, naming what a device of this kind cannot do exactly.
Result<Module> lower(const Program& program, const launch::BindingPlan& plan,
                     const std::array<uint32_t, 3>& workgroup_size, const Target& target,
                     const Segment& segment = {});

}  // namespace vyre::spirv
