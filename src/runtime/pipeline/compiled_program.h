#pragma once

#include <memory>

#include "backend/device.h"
#include "base/status/status.h"
#include "launch/kernel_source.h"
#include "registry/ops/called_ops.h"
#include "registry/ops/snapshot.h"
#include "runtime/host_io/plan.h"
#include "runtime/pipeline/segments.h"

namespace vyre::runtime {

class Pipeline;

// What a pipeline runs: its program with the ops of one snapshot, compiled. Immutable; when the
// ops change, another one takes its place as a whole. A dispatch uses one from start to end.
struct CompiledProgram {
  std::shared_ptr<const registry::CalledOps> ops;  // null when the program calls none
  std::shared_ptr<const HostIoPlan> host_io;       // null when the program calls no io op
  launch::KernelSource source;  // of the whole program; compositions stand where they were called
  bool runs_whole_grid = true;  // as one executable, whatever the grid
  bool too_long = false;        // for one kernel: cut also where one workgroup would need no cut
  std::shared_ptr<backend::Executable> executable;  // null unless runs_whole_grid
  Origin origin = Origin::kUnknown;                 // of the executable
  // For programs with grid barriers, where the device runs segments.
  std::shared_ptr<SegmentsByLaunch> segments;
};

// Validates, replaces calls, plans and compiles. Fails with the reason when |snapshot| does not
// allow the program, or the device cannot run an op that it calls.
Result<std::shared_ptr<const CompiledProgram>> compile_program(const Pipeline& pipeline,
                                                               const registry::Snapshot& snapshot);

}  // namespace vyre::runtime
