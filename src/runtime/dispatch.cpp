#include "runtime/dispatch.h"

#include "ir/display_name.h"
#include "runtime/host_io.h"

namespace vyre::runtime {
namespace {

// Everything that a submission needs, before it is made.
struct Prepared {
  std::shared_ptr<const Build> build;
  ResolvedBindings resolved;
  launch::Launch launch;
  std::vector<backend::BufferUse> uses;      // parallel to the plan; hidden buffers behind
  std::shared_ptr<const Segments> segments;  // of a program that is cut
  std::vector<OutputRange> outputs;          // read back
  std::optional<HostIo> host_io;
};

Status check_grid_barrier(const Pipeline& pipeline, const Build& build, const launch::Axes& grid) {
  const bool one_workgroup = grid[0] == 1 && grid[1] == 1 && grid[2] == 1;
  const backend::Backend& device = pipeline.backend().device();
  if (!pipeline.plan().has_grid_barrier || one_workgroup) return {};
  if (device.profile().grid_barrier || device.takes_grid_barriers_whole() || build.segments) {
    return {};
  }
  return fail(Code::kUnsupportedFeature, "the program", pipeline.in_label(),
              " has a grid barrier and a grid of [", grid[0], ", ", grid[1], ", ", grid[2],
              "] workgroups, and '", device.id(),
              "' cannot hold more than one of them at a barrier. Fix: launch one workgroup, or use "
              "a backend with grid barriers");
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

// Cut for this launch: the program's buffers are the first of every segment's.
Status add_segments(Prepared& prepared) {
  VYRE_ASSIGN_OR_RETURN(prepared.segments, prepared.build->segments->of(prepared.launch));
  for (const uint64_t bytes : prepared.segments->hidden_bytes) {
    backend::BufferUse use;
    use.size = bytes;
    prepared.uses.push_back(use);
  }
  return {};
}

backend::Dispatch dispatch_of(const Prepared& prepared) {
  backend::Dispatch dispatch{prepared.build->executable, prepared.launch.grid, prepared.uses};
  if (!prepared.segments) return dispatch;
  dispatch.executable = prepared.segments->order.front();
  dispatch.then = std::span(prepared.segments->order).subspan(1);
  return dispatch;
}

Result<Prepared> prepare(Pipeline& pipeline, std::span<const Binding> bindings,
                         const DispatchOptions& options) {
  Prepared prepared;
  VYRE_ASSIGN_OR_RETURN(prepared.resolved, resolve(pipeline, bindings));
  VYRE_ASSIGN_OR_RETURN(prepared.build, pipeline.build());
  const Build& build = *prepared.build;
  if (build.host_io) HostIo::note_supplied(pipeline, *build.host_io, prepared.resolved);
  VYRE_RETURN_IF_ERROR(check_complete(pipeline, prepared.resolved));
  VYRE_RETURN_IF_ERROR(check_overlaps(pipeline, prepared.resolved));
  if (build.host_io) {
    VYRE_ASSIGN_OR_RETURN(prepared.host_io,
                          HostIo::create(pipeline, build.host_io, prepared.resolved));
  }
  launch::LaunchOptions shape;
  shape.grid = options.grid;
  shape.workgroup_size = build.workgroup_size;
  VYRE_ASSIGN_OR_RETURN(
      prepared.launch,
      launch::plan_launch(*build.program, *build.plan, prepared.resolved.sizes, shape,
                          launch_limits(pipeline.backend().device().profile())));
  VYRE_RETURN_IF_ERROR(check_grid_barrier(pipeline, build, prepared.launch.grid));
  VYRE_RETURN_IF_ERROR(add_uses(pipeline, prepared));
  if (build.segments) VYRE_RETURN_IF_ERROR(add_segments(prepared));
  return prepared;
}

void count(Tally& tally, const Prepared& prepared) {
  Tally::add(tally.dispatches);
  uint64_t input_bytes = 0;
  for (const backend::BufferUse& use : prepared.uses) input_bytes += use.input.size();
  Tally::add(tally.uploaded_bytes, input_bytes);
  if (!prepared.segments || prepared.segments->order.size() == 1) return;
  const uint64_t segments = prepared.segments->order.size();
  Tally::add(tally.split_dispatches);
  Tally::add(tally.segments, segments);
  Tally::add(tally.grid_barriers, segments - 1);
  for (const uint64_t bytes : prepared.segments->hidden_bytes) {
    Tally::add(tally.spilled_bytes, bytes);
  }
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
  count(pipeline.backend().tally(), prepared);
  return prepared.host_io ? prepared.host_io->with_steps_after(std::move(work)) : std::move(work);
}

DispatchReport report_of(const Prepared& prepared) {
  DispatchReport report;
  report.grid = prepared.launch.grid;
  report.workgroup_size = prepared.launch.workgroup_size;
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
              options.timeout->count(),
              " ns. Fix: allow more time, launch less work, or dispatch asynchronously");
}

Status wait_for(const Pipeline& pipeline, backend::Pending& work, const DispatchOptions& options) {
  const backend::Deadline deadline =
      options.timeout ? deadline_after(*options.timeout) : backend::Deadline::max();
  switch (work.wait(deadline)) {
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
              "(vyre_bind_buffer), written with vyre_record_write and read with vyre_record_read");
}

}  // namespace

Result<DispatchReport> dispatch(const std::shared_ptr<Pipeline>& pipeline,
                                std::span<const Binding> bindings, const DispatchOptions& options) {
  VYRE_ASSIGN_OR_RETURN(Prepared prepared, prepare(*pipeline, bindings, options));
  VYRE_RETURN_IF_ERROR(check_rooms(*pipeline, prepared));
  VYRE_ASSIGN_OR_RETURN(const auto work, submit(*pipeline, prepared, options.timed));
  VYRE_RETURN_IF_ERROR(wait_for(*pipeline, *work, options));
  DispatchReport report = report_of(prepared);
  for (const OutputRange& range : prepared.outputs) {
    if (range.bytes == 0) continue;
    std::byte* output = prepared.resolved.of[range.plan_index]->output;
    VYRE_RETURN_IF_ERROR(work->read(range.plan_index, range.start, {output, range.bytes}));
    report.output_bytes += range.bytes;
  }
  Tally::add(pipeline->backend().tally().downloaded_bytes, report.output_bytes);
  report.timing = work->timing();
  return report;
}

Result<std::shared_ptr<Pending>> dispatch_async(const std::shared_ptr<Pipeline>& pipeline,
                                                std::span<const Binding> bindings,
                                                const DispatchOptions& options) {
  VYRE_ASSIGN_OR_RETURN(Prepared prepared, prepare(*pipeline, bindings, options));
  VYRE_ASSIGN_OR_RETURN(auto work, submit(*pipeline, prepared, options.timed));
  return std::make_shared<Pending>(Submission{nullptr, pipeline, std::move(work),
                                              std::move(prepared.outputs), report_of(prepared),
                                              std::string(options.label)});
}

Status record_dispatch(Pipeline& pipeline, std::span<const Binding> bindings,
                       const DispatchOptions& options,
                       const std::function<Status(const backend::Dispatch&)>& record) {
  VYRE_ASSIGN_OR_RETURN(Prepared prepared, prepare(pipeline, bindings, options));
  if (prepared.host_io) {
    return fail(Code::kUnsupportedFeature, "the program", pipeline.in_label(),
                " calls ops that the host runs, which cannot be recorded. Fix: dispatch it with "
                "vyre_dispatch, or move the files' bytes with vyre_buffer_read_file");
  }
  for (uint32_t i = 0; i < prepared.resolved.of.size(); ++i) {
    VYRE_RETURN_IF_ERROR(check_recordable(pipeline, i, prepared.resolved.of[i]));
  }
  VYRE_ASSIGN_OR_RETURN(const auto device, pipeline.backend().use(pipeline.device_generation()));
  VYRE_RETURN_IF_ERROR(record(dispatch_of(prepared)));
  count(pipeline.backend().tally(), prepared);
  return {};
}

Result<std::vector<OutputRange>> outputs_of(const Pipeline& pipeline,
                                            std::span<const Binding> bindings) {
  VYRE_ASSIGN_OR_RETURN(const ResolvedBindings resolved, resolve(pipeline, bindings));
  return output_ranges(pipeline, resolved);
}

}  // namespace vyre::runtime
