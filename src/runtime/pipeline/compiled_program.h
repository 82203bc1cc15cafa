#pragma once

#include <memory>
#include <mutex>
#include <string_view>

#include "backend/device.h"
#include "base/status/status.h"
#include "launch/kernel_source.h"
#include "registry/ops/called_ops.h"
#include "registry/ops/snapshot.h"
#include "runtime/host_io/plan.h"
#include "runtime/pipeline/lowerings.h"
#include "runtime/pipeline/segments.h"
#include "runtime/program/program.h"

namespace vyre::runtime {

class Pipeline;
struct PipelineOptions;

// A program, and what it is compiled for: a device that is open, or one that is described.
struct Compilation {
  const Program& program;
  const PipelineOptions& options;
  const Context& context;
  const backend::Capabilities& can;
  const profile::DeviceProfile& profile;
  std::string_view device;                // for messages
  const spirv::Target* target = nullptr;  // what the device takes; null: programs as they are
};

struct CompiledProgram;

// One form of a program beside the one that its pipeline was made with: it is made when a dispatch
// first needs it. Thread-safe; who asks meanwhile waits.
class OtherForm {
 public:
  Result<std::shared_ptr<const CompiledProgram>> get(const Pipeline& pipeline,
                                                     const CompiledProgram& main);

 private:
  std::mutex mutex_;
  std::shared_ptr<const CompiledProgram> made_;  // guarded by mutex_
};

// What a pipeline runs: its program with the ops of one snapshot, compiled. Immutable; when the
// ops change, another one takes its place as a whole. A dispatch uses one from start to end.
struct CompiledProgram {
  std::shared_ptr<const registry::CalledOps> ops;  // null when the program calls none
  std::vector<std::string> left;              // ids of the ops that its device carries out itself
  std::shared_ptr<const HostIoPlan> host_io;  // null when the program calls no io op
  launch::KernelSource source;  // of the whole program; compositions stand where they were called
  launch::Axes own_workgroup = {1, 1, 1};  // that grids count; its source may have a chosen one
  std::string_view whole_workgroup_user;   // see launch/program_facts.h
  bool runs_whole_grid = true;             // as one executable, whatever the grid
  bool too_long = false;  // for one kernel: cut also where one workgroup would need no cut
  std::shared_ptr<backend::Executable> executable;  // null unless runs_whole_grid
  Origin origin = Origin::kUnknown;                 // of the executable
  // For programs with grid barriers, where the device runs segments.
  std::shared_ptr<SegmentsByLaunch> segments;
  // Guarded when this is not, and the other way round. The unguarded one has |own_workgroup|.
  std::shared_ptr<OtherForm> other_form;
};

// Whether a pipeline could be made, as far as that is known without compiling for the device: with
// a finding for each fact that it lacks. |raw|: the device where it is open, else null.
Status check_program(const Compilation& on, const registry::Snapshot& snapshot,
                     const backend::Device* raw);

// Validates, replaces calls and plans: all but the executable and the segments of |compiled|, whose
// source has a label.
Status plan_program(const Compilation& on, const registry::Snapshot& snapshot,
                    const Lowerings& lowerings, CompiledProgram& compiled);

// Plans and compiles. Fails with the reason when |snapshot| does not allow the program, or the
// device cannot run an op that it calls.
Result<std::shared_ptr<const CompiledProgram>> compile_program(const Pipeline& pipeline,
                                                               const registry::Snapshot& snapshot,
                                                               const Lowerings& lowerings);

}  // namespace vyre::runtime
