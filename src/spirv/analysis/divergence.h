#pragma once

#include <array>
#include <vector>

#include "spirv/analysis/analysis.h"

namespace vyre::spirv {

// By NodeId: whether the lanes of one subgroup may give a local different values, or decide an If
// or the bounds of a Loop differently.
std::vector<bool> is_divergent_in_subgroup(const Program& program,
                                           const std::array<uint32_t, 3>& workgroup_size,
                                           const Analysis& analysis);

// The same within a whole workgroup.
std::vector<bool> is_divergent_in_workgroup(const Program& program, const Analysis& analysis);

}  // namespace vyre::spirv
