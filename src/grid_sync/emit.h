#pragma once

#include "grid_sync/control_path.h"
#include "grid_sync/liveness.h"
#include "grid_sync/spill_buffers.h"
#include "grid_sync/split.h"

namespace vyre::grid_sync {

// What emit() writes segments from; borrowed.
struct Parts {
  const Program& program;
  const BarrierFacts& facts;
  const Launch& launch;
  const ControlPath& path;
  const Liveness& live;
  const SpillBuffers& hidden;
  uint32_t max_parameters;  // of a segment
};

// The segments of the path. Those of equal code are one program; it gives up at more programs than
// |max_programs|.
void emit(const Parts& parts, size_t max_programs, std::pmr::memory_resource* memory, Plan& plan);

// Fills in what stands beside |report.plan|, which was made of these parts. Defined in report.cpp.
void describe(const Parts& parts, Report& report);

}  // namespace vyre::grid_sync
