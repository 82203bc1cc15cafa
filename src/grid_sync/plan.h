#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <vector>

#include "base/status.h"
#include "grid_sync/known.h"
#include "ir/program.h"

namespace vyre::grid_sync {

// How a program with grid barriers runs as segments one after another, each on the whole grid,
// with what was written before visible after. A pure function of program and launch: the same
// input gives the same plan in any process. See docs/grid_barriers.md.
struct Plan {
  // The distinct segments. Their buffers are those of the program, in the same order, and behind
  // them hidden ones that keep what is live between segments; they start zeroed.
  std::vector<std::shared_ptr<const ir::Program>> programs;
  std::vector<uint32_t> segments;  // in order: index into |programs|
  uint32_t hidden_buffers = 0;     // at the end of each program's buffers
  uint64_t hidden_bytes = 0;
  uint32_t barriers = 0;  // grid barriers that an invocation passes
};

struct PlanOptions {
  uint32_t most_segments = 16384;
};

// |program| is valid. Fails with kUnsupportedFeature, naming the barrier and the rule, when the
// segments could not be equal to the program as it is.
Result<Plan> make_plan(const ir::Program& program, const Launch& launch, const PlanOptions& options,
                       std::pmr::memory_resource* memory);

}  // namespace vyre::grid_sync
