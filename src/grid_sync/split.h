#pragma once

#include <cstdint>
#include <memory_resource>
#include <string>

#include "base/status/status.h"
#include "grid_sync/ir_names.h"
#include "grid_sync/known_values.h"
#include "grid_sync/plan.h"

namespace vyre::grid_sync {

struct PlanOptions {
  uint32_t max_segments = 16384;
  uint32_t max_parameters = 0;  // of a segment; what is known beyond them becomes literals
};

// A plan, and the same for people: segment by segment what survives the barrier behind it, how and
// why.
struct Report {
  Plan plan;
  uint64_t bytes_per_invocation = 0;  // of the hidden buffers
  uint64_t bytes_per_workgroup = 0;   // likewise: workgroup memory
  std::string text;
};

// |program| is valid. Fails with kUnsupportedFeature, naming the barrier and the rule, when the
// segments could not be equal to the program as it is.
Result<Plan> make_plan(const Program& program, const Launch& launch, const PlanOptions& options,
                       std::pmr::memory_resource* memory);
Result<Report> make_report(const Program& program, const Launch& launch, const PlanOptions& options,
                           std::pmr::memory_resource* memory);

}  // namespace vyre::grid_sync
