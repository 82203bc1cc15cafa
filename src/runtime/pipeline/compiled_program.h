#pragma once

#include <memory>
#include <optional>

#include "backend/device.h"
#include "base/status/status.h"
#include "launch/binding_plan.h"
#include "launch/geometry.h"
#include "registry/ops/called_ops.h"
#include "registry/ops/snapshot.h"
#include "runtime/device/device.h"
#include "runtime/host_io/plan.h"
#include "runtime/pipeline/segments.h"
#include "runtime/program/external_kernel.h"
#include "runtime/program/program.h"
#include "specialization/map.h"

namespace vyre::runtime {

// What a pipeline runs: its program with the ops of one snapshot, compiled. Immutable; when the
// ops change, another one takes its place as a whole. A dispatch uses one from start to end.
struct CompiledProgram {
  std::shared_ptr<const registry::CalledOps> ops;  // null when the program calls none
  std::shared_ptr<const HostIoPlan> host_io;       // null when the program calls no io op
  std::shared_ptr<const ir::Program> program;      // compositions stand where they were called
  std::shared_ptr<const launch::BindingPlan> plan;
  // What the program names; null when it names nothing.
  std::shared_ptr<const specialization::Map> specialization;
  launch::Axes workgroup_size = {1, 1, 1};
  bool runs_whole_grid = true;  // as one executable, whatever the grid
  bool too_long = false;        // for one kernel: cut also where one workgroup would need no cut
  std::shared_ptr<backend::Executable> executable;  // null unless runs_whole_grid
  Origin origin = Origin::kUnknown;                 // of the executable
  // For programs with grid barriers, where the device runs segments.
  std::shared_ptr<SegmentsByLaunch> segments;
  std::shared_ptr<const ExternalKernel> external;  // null: the program's own body
};

// What stays the same from build to build.
struct BuildInputs {
  std::shared_ptr<Device> device;
  uint64_t generation = 0;                 // of the backend; compiles for no other
  std::shared_ptr<const Program> program;  // as the caller wrote it
  std::optional<launch::Axes> workgroup_size;
  specialization::Map specialization;                        // as the caller gave it
  std::shared_ptr<const ExternalKernel> external = nullptr;  // whose program it is
};

// Validates, replaces calls, plans and compiles. Fails with the reason when |snapshot| does not
// allow the program, or the backend cannot run an op that it calls.
Result<std::shared_ptr<const CompiledProgram>> compile_program(const BuildInputs& inputs,
                                                               const registry::Snapshot& snapshot);

}  // namespace vyre::runtime
