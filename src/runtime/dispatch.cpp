#include "runtime/dispatch.h"

#include <algorithm>

#include "base/scratch.h"
#include "ir/display_name.h"
#include "launch/layout.h"
#include "runtime/host_io.h"
#include "runtime/lending.h"
#include "runtime/until_stable.h"

namespace vyre::runtime {
namespace {

// Everything that a submission needs, before it is made.
struct Prepared {
  explicit Prepared(std::pmr::memory_resource* memory)
      : resolved(memory),
        launch{.elements_of = std::pmr::vector<uint32_t>(memory)},
        uses(memory),
        outputs(memory) {}

  std::shared_ptr<const Build> build;
  ResolvedBindings resolved;
  launch::Launch launch;
  std::pmr::vector<backend::BufferUse> uses;  // parallel to the plan; hidden buffers behind
  std::shared_ptr<const Segments> segments;   // of a program with grid barriers; may be null
  uint32_t iterations = 1;
  std::string_view label;                 // the caller's, borrowed for the call
  std::vector<uint32_t> pushed;           // what a SPIR-V module is pushed
  std::pmr::vector<OutputRange> outputs;  // read back
  std::optional<HostIo> host_io;
};

std::string workgroups(const launch::Axes& grid) {
  return concat("[", grid[0], ", ", grid[1], ", ", grid[2], "] workgroups");
}

Status too_large_to_force(const Pipeline& pipeline, const launch::Axes& grid) {
  return fail(Code::kCooperativeResidency, "the program", pipeline.in_label(),
              " is to run uncut on a grid of ", workgroups(grid), ", ",
              uint64_t{grid[0]} * grid[1] * grid[2], " in all, and '",
              pipeline.backend().device().id(),
              "' promises to hold 1 at a grid barrier. Fix: launch one workgroup, or let the "
              "program be cut (cooperative: automatic)");
}

Status cannot_cut(const Pipeline& pipeline, const launch::Axes& grid) {
  return fail(Code::kUnsupportedFeature, "the program", pipeline.in_label(),
              " has a grid barrier and a grid of ", workgroups(grid), ", and '",
              pipeline.backend().device().id(),
              "' neither holds more than one of them at a barrier nor runs segments. Fix: launch "
              "one workgroup, or use a backend with grid barriers");
}

Status not_to_cut(const Pipeline& pipeline) {
  return fail(Code::kUnsupportedFeature, "the program", pipeline.in_label(),
              " has a grid barrier at which it is not to wait, and '",
              pipeline.backend().device().id(),
              "' takes programs with such barriers as they are. Fix: allow it (cooperative: "
              "automatic), or use another backend");
}

// Whether a program with grid barriers runs as it is.
Result<bool> runs_whole(const Pipeline& pipeline, const Build& build, const launch::Axes& grid,
                        Cooperative cooperative) {
  const bool one_workgroup = grid[0] == 1 && grid[1] == 1 && grid[2] == 1;
  const bool can_hold = build.runs_whole_grid || one_workgroup;
  const bool can_cut = build.segments != nullptr;
  switch (cooperative) {
    case Cooperative::kForce:
      return can_hold ? Result<bool>(true) : too_large_to_force(pipeline, grid);
    case Cooperative::kForbid:
      return can_cut ? Result<bool>(false) : not_to_cut(pipeline);
    case Cooperative::kAutomatic:
      break;
  }
  if (can_hold && !(build.too_long && can_cut)) return true;
  return can_cut ? Result<bool>(false) : cannot_cut(pipeline, grid);
}

Result<backend::BufferUse> use_of(const Binding* binding, uint64_t size, uint64_t generation) {
  backend::BufferUse use;
  use.size = size;
  if (binding == nullptr) return use;
  if (binding->buffer) {
    VYRE_ASSIGN_OR_RETURN(use.memory, binding->buffer->memory(generation));
    use.offset = binding->offset;
    return use;
  }
  if (binding->input != nullptr) use.input = {binding->input, size};
  use.read_back = is_capture(*binding);
  return use;
}

Status add_uses(const Pipeline& pipeline, Prepared& prepared) {
  const ResolvedBindings& resolved = prepared.resolved;
  prepared.uses.reserve(resolved.of.size());
  for (uint32_t i = 0; i < resolved.of.size(); ++i) {
    Result<backend::BufferUse> use =
        use_of(resolved.of[i], resolved.sizes[i], pipeline.device_generation());
    if (!use.ok()) {
      return fail(use.error().code(), buffer_label(pipeline, i), ": ", use.error().text());
    }
    if (use.value().read_back) {
      VYRE_ASSIGN_OR_RETURN(OutputRange range, output_range(pipeline, i, resolved.sizes[i]));
      prepared.outputs.push_back(range);
    }
    prepared.uses.push_back(use.take());
  }
  return {};
}

// The program's buffers are the first of every segment's.
Status add_segments(const Pipeline& pipeline, Cooperative cooperative, Prepared& prepared) {
  const Build& build = *prepared.build;
  VYRE_ASSIGN_OR_RETURN(const bool whole,
                        runs_whole(pipeline, build, prepared.launch.grid, cooperative));
  if (whole && build.executable != nullptr) return {};
  VYRE_ASSIGN_OR_RETURN(prepared.segments,
                        build.segments->of(prepared.launch, prepared.resolved.sizes, whole));
  for (const uint64_t bytes : prepared.segments->hidden) {
    backend::BufferUse use;
    use.size = bytes;
    use.unfilled = true;
    prepared.uses.push_back(use);
  }
  return {};
}

Status check_iterations(const Pipeline& pipeline, const Prepared& prepared, uint32_t iterations) {
  const uint64_t segments = prepared.segments ? prepared.segments->order.size() : 1;
  if (iterations != 0 && iterations <= kMostRuns / segments) return {};
  return fail(Code::kInvalidArgument, "the dispatch", pipeline.in_label(), " is to run ",
              iterations, " times, in ", segments, " segments each. Fix: ask for 1 to ",
              kMostRuns / segments, " iterations at a time");
}

backend::Dispatch dispatch_of(const Prepared& prepared) {
  backend::Dispatch dispatch{prepared.build->executable, prepared.launch.grid, prepared.uses};
  dispatch.repeat = prepared.iterations;
  dispatch.words = prepared.pushed;
  dispatch.label = prepared.label;
  if (!prepared.segments) return dispatch;
  dispatch.executable = prepared.segments->order.front();
  dispatch.then = std::span(prepared.segments->order).subspan(1);
  dispatch.words = prepared.segments->words;
  return dispatch;
}

// A module says nothing of which invocation does what: the caller's element types stand for it.
Result<launch::Axes> grid_of_outputs(const Pipeline& pipeline, const Build& build,
                                     std::span<const uint64_t> sizes) {
  uint32_t elements = 0;
  bool has_bytes = false;
  for (size_t i = 0; i < build.plan->bindings.size(); ++i) {
    const launch::Binding& binding = build.plan->bindings[i];
    if (binding.role != launch::Role::kOutput && binding.role != launch::Role::kInputOutput) {
      continue;
    }
    VYRE_ASSIGN_OR_RETURN(const uint32_t count,
                          launch::element_count(*build.program, binding, sizes[i]));
    elements = std::max(elements, count);
    has_bytes |= binding.element_bytes == 0;
  }
  if (elements != 0 && !has_bytes) return launch::infer_grid(elements, build.workgroup_size);
  return fail(Code::kInvalidArgument, "the number of workgroups of the SPIR-V module",
              pipeline.in_label(),
              " cannot be told from what it writes: no buffer of elements, or one of mere bytes. "
              "Fix: give the grid (VYRE_DISPATCH_SET_GRID)");
}

Result<launch::Launch> launch_of(const Pipeline& pipeline, const Build& build,
                                 const ResolvedBindings& resolved, const DispatchOptions& options,
                                 std::pmr::memory_resource* memory) {
  launch::LaunchOptions shape;
  shape.grid = options.grid;
  shape.workgroup_size = build.workgroup_size;
  shape.is_decided = true;
  if (build.foreign != nullptr && !shape.grid) {
    VYRE_ASSIGN_OR_RETURN(shape.grid, grid_of_outputs(pipeline, build, resolved.sizes));
  }
  return launch::plan_launch(*build.program, *build.plan, resolved.sizes, shape,
                             launch_limits(pipeline.backend().device().profile()), memory);
}

Status cannot_repeat_host_io(const Pipeline& pipeline) {
  return fail(Code::kUnsupportedFeature, "the program", pipeline.in_label(),
              " calls ops that the host runs, and is to be repeated until nothing changes "
              "(VYRE_DISPATCH_UNTIL_STABLE). Fix: move the files' bytes with "
              "vyre_buffer_read_file, or leave the flag out");
}

// |memory| is for the result.
Result<Prepared> prepare(Pipeline& pipeline, std::span<const Binding> bindings,
                         const DispatchOptions& options, std::pmr::memory_resource* memory) {
  Prepared prepared(memory);
  prepared.label = options.label;
  VYRE_ASSIGN_OR_RETURN(prepared.resolved, resolve(pipeline, bindings, memory));
  VYRE_ASSIGN_OR_RETURN(prepared.build, pipeline.build());
  const Build& build = *prepared.build;
  if (build.host_io && options.until_stable) return cannot_repeat_host_io(pipeline);
  if (build.host_io) HostIo::note_supplied(pipeline, *build.host_io, prepared.resolved);
  VYRE_RETURN_IF_ERROR(check_complete(pipeline, prepared.resolved));
  VYRE_RETURN_IF_ERROR(check_overlaps(pipeline, prepared.resolved));
  if (build.host_io) {
    VYRE_ASSIGN_OR_RETURN(prepared.host_io,
                          HostIo::create(pipeline, build.host_io, prepared.resolved));
  }
  VYRE_ASSIGN_OR_RETURN(prepared.launch,
                        launch_of(pipeline, build, prepared.resolved, options, memory));
  if (build.foreign != nullptr || !options.push.empty()) {
    VYRE_ASSIGN_OR_RETURN(prepared.pushed, push_words(build.foreign.get(), options.push));
  }
  VYRE_RETURN_IF_ERROR(add_uses(pipeline, prepared));
  if (build.plan->has_grid_barrier) {
    VYRE_RETURN_IF_ERROR(add_segments(pipeline, options.cooperative, prepared));
  }
  prepared.iterations =
      options.until_stable ? std::min(options.iterations, 1u) : options.iterations;
  VYRE_RETURN_IF_ERROR(check_iterations(pipeline, prepared, prepared.iterations));
  return prepared;
}

uint64_t input_bytes_of(const Prepared& prepared) {
  uint64_t bytes = 0;
  for (const backend::BufferUse& use : prepared.uses) bytes += use.input.size();
  return bytes;
}

void count(Tally& tally, const Prepared& prepared, uint64_t input_bytes) {
  Tally::add(tally.dispatches);
  Tally::add(tally.uploaded_bytes, input_bytes);
  if (!prepared.segments || prepared.segments->order.size() == 1) return;
  const uint64_t segments = prepared.segments->order.size();
  Tally::add(tally.split_dispatches);
  Tally::add(tally.segments, segments * prepared.iterations);
  Tally::add(tally.grid_barriers, (segments - 1) * prepared.iterations);
  for (const uint64_t bytes : prepared.segments->hidden) Tally::add(tally.spilled_bytes, bytes);
}

Result<std::unique_ptr<backend::Pending>> submit(const Pipeline& pipeline, Prepared& prepared,
                                                 bool timed) {
  if (prepared.host_io) {
    VYRE_RETURN_IF_ERROR(prepared.host_io->before_launch(pipeline.device_generation(),
                                                         prepared.resolved, prepared.uses));
  }
  std::unique_ptr<backend::Pending> work;
  {
    VYRE_ASSIGN_OR_RETURN(const auto device, pipeline.backend().use(pipeline.device_generation()));
    VYRE_ASSIGN_OR_RETURN(work, device->submit(dispatch_of(prepared), {timed}));
  }
  count(pipeline.backend().tally(), prepared, input_bytes_of(prepared));
  return prepared.host_io ? prepared.host_io->with_steps_after(std::move(work)) : std::move(work);
}

DispatchReport report_of(const Prepared& prepared) {
  DispatchReport report;
  report.grid = prepared.launch.grid;
  report.workgroup_size = prepared.launch.workgroup_size;
  report.iterations = prepared.iterations;
  return report;
}

Status check_rooms(const Pipeline& pipeline, const Prepared& prepared) {
  for (const OutputRange& range : prepared.outputs) {
    VYRE_RETURN_IF_ERROR(check_room(pipeline, range, *prepared.resolved.of[range.plan_index]));
  }
  return {};
}

Status timed_out(const Pipeline& pipeline, const DispatchOptions& options) {
  const std::string label = options.label.empty()
                                ? std::string("the dispatch")
                                : concat("dispatch ", ir::display_name(options.label));
  return fail(Code::kTimedOut, label, pipeline.in_label(), " has not ended within ",
              options.timeout->count(), " ns. Fix: allow more time, launch less work, or ",
              options.until_stable ? "ask for fewer iterations" : "dispatch asynchronously");
}

backend::Deadline deadline_of(const DispatchOptions& options) {
  return options.timeout ? deadline_after(*options.timeout) : backend::Deadline::max();
}

Status wait_for(const Pipeline& pipeline, backend::Pending& work, const DispatchOptions& options) {
  switch (work.wait(deadline_of(options))) {
    case backend::PendingState::kPending:
      return timed_out(pipeline, options);
    case backend::PendingState::kFailed:
      return work.status();
    case backend::PendingState::kReady:
      return {};
  }
  return {};
}

Status check_recordable(const Pipeline& pipeline, uint32_t plan_index, const Binding* binding) {
  if (binding == nullptr || binding->buffer || binding->kind == BindKind::kZeros) return {};
  return fail(Code::kInvalidArgument, buffer_label(pipeline, plan_index), " is bound as ",
              bind_kind_name(binding->kind),
              " to host memory, which recorded work cannot use. Fix: bind a buffer of the device "
              "(vyre_bind_buffer), and record what the host writes to it and reads of it too");
}

// Reads output by output with |read(range, out)|.
template <typename Read>
Status deliver(const Pipeline& pipeline, const Prepared& prepared, DispatchReport& report,
               Read read) {
  for (const OutputRange& range : prepared.outputs) {
    if (range.bytes == 0) continue;
    std::byte* output = prepared.resolved.of[range.plan_index]->output;
    VYRE_RETURN_IF_ERROR(read(range, std::span(output, static_cast<size_t>(range.bytes))));
    report.output_bytes += range.bytes;
  }
  Tally::add(pipeline.backend().tally().downloaded_bytes, report.output_bytes);
  return {};
}

// Pass after pass in submissions of their own.
Result<DispatchReport> dispatch_until_stable(const Pipeline& pipeline, Prepared& prepared,
                                             const DispatchOptions& options) {
  UntilStable repetition(pipeline, prepared.uses,
                         {options.iterations, options.timed, deadline_of(options),
                          [&]() -> Status { return timed_out(pipeline, options); }});
  const uint64_t input_bytes = input_bytes_of(prepared);
  Status status = repetition.run(dispatch_of(prepared));
  prepared.iterations = repetition.passes();
  if (prepared.iterations > 0) count(pipeline.backend().tally(), prepared, input_bytes);
  if (!status.ok()) return status;
  DispatchReport report = report_of(prepared);
  report.timing = repetition.timing();
  const auto read = [&](const OutputRange& range, std::span<std::byte> out) -> Status {
    const backend::BufferUse& use = prepared.uses[range.plan_index];
    VYRE_ASSIGN_OR_RETURN(const auto device, pipeline.backend().use(pipeline.device_generation()));
    return device->read(*use.memory, use.offset + range.start, out);
  };
  VYRE_RETURN_IF_ERROR(deliver(pipeline, prepared, report, read));
  return report;
}

Status needs_waiting(const Pipeline& pipeline, std::string_view what) {
  return fail(
      Code::kInvalidArgument, what, pipeline.in_label(),
      " is to be repeated until nothing changes (VYRE_DISPATCH_UNTIL_STABLE), which only a "
      "call that waits for each pass can do. Fix: use vyre_dispatch, or leave the flag out");
}

}  // namespace

Result<DispatchReport> dispatch(const std::shared_ptr<Pipeline>& pipeline,
                                std::span<const Binding> bindings, const DispatchOptions& options) {
  const TraceCall call(pipeline->backend().trace(), "vyre_dispatch", options.label);
  Scratch scratch;
  VYRE_ASSIGN_OR_RETURN(Prepared prepared, prepare(*pipeline, bindings, options, scratch.memory()));
  VYRE_RETURN_IF_ERROR(check_rooms(*pipeline, prepared));
  if (options.until_stable) return dispatch_until_stable(*pipeline, prepared, options);
  if (!options.timeout && !prepared.host_io) {
    lend_host_memory(prepared.resolved, prepared.outputs, prepared.uses);
  }
  VYRE_ASSIGN_OR_RETURN(const auto work, submit(*pipeline, prepared, options.timed));
  VYRE_RETURN_IF_ERROR(wait_for(*pipeline, *work, options));
  DispatchReport report = report_of(prepared);
  VYRE_RETURN_IF_ERROR(
      deliver(*pipeline, prepared, report, [&](const OutputRange& range, std::span<std::byte> out) {
        return work->read(range.plan_index, range.start, out);
      }));
  report.timing = work->timing();
  return report;
}

Result<std::shared_ptr<Pending>> dispatch_async(const std::shared_ptr<Pipeline>& pipeline,
                                                std::span<const Binding> bindings,
                                                const DispatchOptions& options) {
  if (options.until_stable) return needs_waiting(*pipeline, "an asynchronous dispatch");
  const TraceCall call(pipeline->backend().trace(), "vyre_dispatch_async", options.label);
  Scratch scratch;
  VYRE_ASSIGN_OR_RETURN(Prepared prepared, prepare(*pipeline, bindings, options, scratch.memory()));
  VYRE_ASSIGN_OR_RETURN(auto work, submit(*pipeline, prepared, options.timed));
  return std::make_shared<Pending>(Submission{nullptr,
                                              pipeline,
                                              std::move(work),
                                              {prepared.outputs.begin(), prepared.outputs.end()},
                                              report_of(prepared),
                                              std::string(options.label)});
}

Status record_dispatch(Pipeline& pipeline, std::span<const Binding> bindings,
                       const DispatchOptions& options,
                       const std::function<Status(const backend::Dispatch&)>& record) {
  if (options.until_stable) return needs_waiting(pipeline, "recorded work");
  Scratch scratch;
  VYRE_ASSIGN_OR_RETURN(Prepared prepared, prepare(pipeline, bindings, options, scratch.memory()));
  if (prepared.host_io) {
    return fail(Code::kUnsupportedFeature, "the program", pipeline.in_label(),
                " calls ops that the host runs, which cannot be recorded. Fix: dispatch it with "
                "vyre_dispatch, or move the files' bytes with vyre_buffer_read_file");
  }
  for (uint32_t i = 0; i < prepared.resolved.of.size(); ++i) {
    VYRE_RETURN_IF_ERROR(check_recordable(pipeline, i, prepared.resolved.of[i]));
  }
  VYRE_ASSIGN_OR_RETURN(const auto device, pipeline.backend().use(pipeline.device_generation()));
  return record(dispatch_of(prepared));
}

Result<SplitReport> split_report(Pipeline& pipeline, std::span<const Binding> bindings,
                                 const DispatchOptions& options) {
  VYRE_ASSIGN_OR_RETURN(const ResolvedBindings resolved, resolve(pipeline, bindings));
  VYRE_ASSIGN_OR_RETURN(const auto build, pipeline.build());
  if (!build->plan->has_grid_barrier) {
    return fail(Code::kInvalidArgument, "the program", pipeline.in_label(),
                " has no grid barrier to be cut at. Fix: dispatch it, it runs as it is");
  }
  VYRE_ASSIGN_OR_RETURN(const launch::Launch launch, launch_of(pipeline, *build, resolved, options,
                                                               std::pmr::get_default_resource()));
  if (build->segments == nullptr) return not_to_cut(pipeline);
  SplitReport report{launch.grid, launch.workgroup_size, {}};
  VYRE_ASSIGN_OR_RETURN(report.cut, build->segments->report(launch));
  return report;
}

Result<std::vector<OutputRange>> outputs_of(const Pipeline& pipeline,
                                            std::span<const Binding> bindings) {
  VYRE_ASSIGN_OR_RETURN(const ResolvedBindings resolved, resolve(pipeline, bindings));
  return output_ranges(pipeline, resolved);
}

}  // namespace vyre::runtime
