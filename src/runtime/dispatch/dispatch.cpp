#include "runtime/dispatch/dispatch.h"

#include "base/status/copy.h"
#include "ir/program/display_name.h"
#include "runtime/dispatch/fixpoint.h"
#include "runtime/dispatch/host_overlaps.h"
#include "runtime/dispatch/prepare.h"
#include "runtime/dispatch/zero_copy.h"
#include "runtime/work/unowned_in_background.h"

namespace vyre::runtime {
namespace {

uint64_t input_bytes_of(const Prepared& prepared) {
  uint64_t bytes = 0;
  for (const backend::BufferUse& use : prepared.uses) bytes += use.input.size();
  return bytes;
}

void count(const Device& device, const Prepared& prepared, uint64_t input_bytes) {
  CallCounters& counters = device.call_counters();
  CallCounters::add(counters.dispatches);
  device.count_uploaded(input_bytes);
  if (!prepared.segments || prepared.segments->order.size() == 1) return;
  const uint64_t segments = prepared.segments->order.size();
  CallCounters::add(counters.split_dispatches);
  CallCounters::add(counters.segments, segments * prepared.options.iterations);
  CallCounters::add(counters.grid_barriers, (segments - 1) * prepared.options.iterations);
  for (const uint64_t bytes : prepared.segments->hidden)
    CallCounters::add(counters.spilled_bytes, bytes);
}

Status timed_out(const Pipeline& pipeline, const DispatchOptions& options) {
  const std::string label = options.label.empty()
                                ? std::string("the dispatch")
                                : concat("dispatch ", ir::display_name(options.label));
  return fail(Code::kTimedOut, label, pipeline.in_label(), " has not ended within ",
              time_text(*options.timeout), ". Fix: allow more time, ",
              options.to_fixpoint ? "launch less work, or ask for fewer iterations"
                                  : "or launch less work");
}

// The time limit counts from the first call on.
backend::Deadline start_limit(const DispatchOptions& options, Prepared& prepared) {
  backend::Deadline& limit = prepared.options.limit;
  if (options.timeout && limit == backend::Deadline::max()) {
    limit = deadline_after(*options.timeout);
  }
  return limit;
}

struct Submitted {
  std::unique_ptr<backend::Waitable> work;
  backend::DeviceWork* dispatch = nullptr;  // of |work|
};

void put_around(std::unique_ptr<WorkAround> outer, Submitted& submitted) {
  if (outer == nullptr) return;
  outer->hold(std::move(submitted.work));
  submitted.work = std::move(outer);
}

// Once the device has the work nothing can fail. |submitted| is new.
Status submit(const Pipeline& pipeline, Prepared& prepared, const DispatchOptions& options,
              Submitted& submitted) {
  std::unique_ptr<WorkAround> steps_after, limit;
  if (prepared.host_io) {
    VYRE_RETURN_IF_ERROR(prepared.host_io->before_launch(prepared.resolved, prepared.uses));
    steps_after = prepared.host_io->steps_after();
  }
  if (options.timeout) {
    const backend::Deadline end = start_limit(options, prepared);
    limit = std::make_unique<LimitedWork>(end, timed_out(pipeline, options));
  }
  {
    VYRE_ASSIGN_OR_RETURN(const auto raw, pipeline.use_device());
    const backend::Dispatch dispatch = dispatch_of(prepared);
    VYRE_RETURN_IF_ERROR(check_device(*raw, prepared, dispatch));
    VYRE_ASSIGN_OR_RETURN(auto work, raw->submit(dispatch));
    submitted.dispatch = work.get();
    submitted.work = std::move(work);
  }
  count(pipeline.device(), prepared, input_bytes_of(prepared));
  put_around(std::move(steps_after), submitted);
  put_around(std::move(limit), submitted);
  return {};
}

DispatchReport report_of(const Prepared& prepared) {
  DispatchReport report;
  report.grid = prepared.launch.grid;
  report.workgroup_size = prepared.launch.workgroup_size;
  report.iterations = prepared.options.iterations;
  if (prepared.segments) report.segments = static_cast<uint32_t>(prepared.segments->order.size());
  return report;
}

// Laps of the host's time, where somebody asks for them.
class Stopwatch {
 public:
  explicit Stopwatch(bool runs) : last_(runs ? trace_clock() : 0) {}

  std::optional<uint64_t> lap() {
    if (last_ == 0) return std::nullopt;
    const uint64_t before = std::exchange(last_, trace_clock());
    return last_ - before;
  }

 private:
  uint64_t last_;
};

Status check_rooms(const Pipeline& pipeline, const Prepared& prepared) {
  for (const OutputRange& range : prepared.outputs) {
    VYRE_RETURN_IF_ERROR(check_room(pipeline, range, *prepared.resolved.of[range.plan_index]));
  }
  return check_host_overlaps(pipeline, prepared.resolved, prepared.outputs);
}

Status wait_for(backend::Waitable& work) {
  backend::PendingState state = backend::PendingState::kPending;
  while (state == backend::PendingState::kPending) state = work.wait(backend::Deadline::max());
  return state == backend::PendingState::kFailed ? work.status() : Status();
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
  pipeline.device().count_downloaded(report.output_bytes);
  return {};
}

// Pass after pass in submissions of their own.
Result<DispatchReport> dispatch_fixpoint(const Pipeline& pipeline, Prepared& prepared,
                                         const DispatchOptions& options, FixpointReport& fixpoint) {
  start_limit(options, prepared);
  const backend::Dispatch pass = dispatch_of(prepared);
  {
    VYRE_ASSIGN_OR_RETURN(const auto raw, pipeline.use_device());
    VYRE_RETURN_IF_ERROR(check_device(*raw, prepared, pass));
  }
  const uint64_t input_bytes = input_bytes_of(prepared);
  Status status = run_to_fixpoint(pipeline, prepared.uses, pass,
                                  {options.iterations, prepared.options.limit,
                                   [&]() -> Status { return timed_out(pipeline, options); }},
                                  fixpoint);
  prepared.options.iterations = fixpoint.passes;
  if (prepared.options.iterations > 0) count(pipeline.device(), prepared, input_bytes);
  if (!status.ok()) return status;
  DispatchReport report = report_of(prepared);
  report.timing = fixpoint.timing;
  const auto read = [&](const OutputRange& range, std::span<std::byte> out) -> Status {
    const backend::BufferUse& use = prepared.uses[range.plan_index];
    VYRE_ASSIGN_OR_RETURN(const auto raw, pipeline.use_device());
    return raw->read(*use.memory, use.offset + range.start, out);
  };
  VYRE_RETURN_IF_ERROR(deliver(pipeline, prepared, report, read));
  return report;
}

void take_points(const WorkPoints& taken, Prepared& prepared) {
  prepared.options.wait_points = taken.waits;
  prepared.options.signal_points = taken.signals;
}

Status no_points_of_host_io(const Pipeline& pipeline) {
  return fail(Code::kUnsupportedFeature, "the program", pipeline.in_label(),
              " calls ops that the host runs, and has wait_points or signal_points, which only a "
              "device can keep. Fix: move the files' bytes with vyre_buffer_load_file, or wait on "
              "the host");
}

// Points of a dispatch that is waited for: the call itself waits for those that the device does not
// take, and moves them; of passes until nothing changes all, for a device would move them in each.
class CallPoints {
 public:
  Status begin(const Pipeline& pipeline, const DispatchOptions& options, Prepared& prepared) {
    if (prepared.host_io) return no_points_of_host_io(pipeline);
    VYRE_ASSIGN_OR_RETURN(points_, divided(pipeline, options));
    take_points(points_.taken, prepared);
    const backend::Deadline end = start_limit(options, prepared);
    VYRE_ASSIGN_OR_RETURN(const bool reached, wait_for_points(points_.others.waits, end));
    if (reached) return {};
    signal_points(options.points.signals, Status());  // that was the end of it
    return timed_out(pipeline, options);
  }
  void end(const Status& ended) const { signal_points(points_.others.signals, ended); }
  // What never began moves nothing, unless its time has passed.
  void end_fixpoint(const Result<DispatchReport>& report, uint32_t passes) const {
    const Status ended = report.ok() ? Status() : copy_of(report.error());
    const bool is_late = !ended.ok() && ended.code() == Code::kTimedOut;
    if (passes > 0 || is_late) end(ended);
  }

 private:
  static Result<DividedPoints> divided(const Pipeline& pipeline, const DispatchOptions& options) {
    if (options.to_fixpoint) return DividedPoints{{}, options.points};
    VYRE_ASSIGN_OR_RETURN(const auto raw, pipeline.use_device());
    return divide_for_call(*raw, options.points, options.timeout.has_value(),
                           "the dispatch" + pipeline.in_label());
  }

  DividedPoints points_;
};

// Work that the host carries on goes on to its points even when nobody looks at it.
bool goes_on_to_points(const Device& device, const DispatchOptions& options) {
  return options.points.any() && device.capabilities().carried_on_by_host;
}

Status begin_points(const Pipeline& pipeline, const DispatchOptions& options, AsyncPoints& points,
                    Prepared& prepared) {
  if (!options.points.any()) return {};
  if (prepared.host_io) return no_points_of_host_io(pipeline);
  {
    VYRE_ASSIGN_OR_RETURN(const auto raw, pipeline.use_device());
    VYRE_RETURN_IF_ERROR(points.begin(pipeline.device(), *raw, options.points));
  }
  points.start(pipeline.device());
  take_points(points.taken(), prepared);
  return {};
}

Result<DispatchReport> run(const std::shared_ptr<Pipeline>& pipeline,
                           std::span<const Binding> bindings, const DispatchOptions& options) {
  const TraceCall call(pipeline->device().trace(), "vyre_dispatch", options.label);
  Stopwatch watch(options.host_timed);
  Scratch scratch;
  Prepared prepared(scratch.memory());
  prepared.push = options.push;
  VYRE_RETURN_IF_ERROR(prepare(*pipeline, bindings, options, prepared));
  VYRE_RETURN_IF_ERROR(check_rooms(*pipeline, prepared));
  if (pipeline->options().allow_overlap)
    VYRE_RETURN_IF_ERROR(share_host_overlaps(*pipeline, prepared));
  prepared.options.blocking = !options.timeout;  // nothing else looks at the time
  std::optional<CallPoints> points;
  if (options.points.any()) {
    VYRE_RETURN_IF_ERROR(points.emplace().begin(*pipeline, options, prepared));
  }
  if (options.to_fixpoint) {
    FixpointReport fixpoint;
    auto report = dispatch_fixpoint(*pipeline, prepared, options, fixpoint);
    if (points) points->end_fixpoint(report, fixpoint.passes);
    return report;
  }
  permit_zero_copy(options, prepared);
  Submitted submitted;
  VYRE_RETURN_IF_ERROR(submit(*pipeline, prepared, options, submitted));
  DispatchReport report = report_of(prepared);
  report.enqueue_ns = watch.lap();
  Status ended = wait_for(*submitted.work);
  report.wait_ns = watch.lap();
  if (points) points->end(ended);
  VYRE_RETURN_IF_ERROR(std::move(ended));
  VYRE_RETURN_IF_ERROR(
      deliver(*pipeline, prepared, report, [&](const OutputRange& range, std::span<std::byte> out) {
        return submitted.dispatch->read(range.plan_index, range.start, out);
      }));
  if (options.host_timed) report.timing = submitted.work->timing();
  return report;
}

Status prepare_async(Pipeline& pipeline, std::span<const Binding> bindings,
                     const DispatchOptions& options, Prepared& prepared) {
  if (options.to_fixpoint) return needs_waiting(pipeline, "an asynchronous dispatch");
  prepared.push = options.push;
  return prepare(pipeline, bindings, options, prepared);
}

Status needs_owner(const Pipeline& pipeline) {
  return fail(Code::kInvalidArgument, "the program", pipeline.in_label(),
              " calls ops that the host runs, and nobody would wait for them. Fix: take the work "
              "(out_work) and wait for it");
}

// Work that is carried on by who waits for it, to be begun.
std::shared_ptr<Work> make_work(const std::shared_ptr<Pipeline>& pipeline, const Prepared& prepared,
                                const DispatchOptions& options, uint64_t asked) {
  Submission kept;
  kept.asked = asked;
  kept.pipeline = pipeline;
  kept.outputs.assign(prepared.outputs.begin(), prepared.outputs.end());
  kept.report = report_of(prepared);
  kept.label = options.label;
  return std::make_shared<Work>(std::move(kept));
}

Status begin_work(const Pipeline& pipeline, Prepared& prepared, const DispatchOptions& options,
                  Work& work) {
  AsyncPoints points;
  VYRE_RETURN_IF_ERROR(begin_points(pipeline, options, points, prepared));
  Submitted submitted;
  VYRE_RETURN_IF_ERROR(submit(pipeline, prepared, options, submitted));
  work.begin(std::move(submitted.work), submitted.dispatch);
  points.submitted(pipeline.device());
  return {};
}

Status begin_unowned_in_background(const std::shared_ptr<Pipeline>& pipeline, Prepared& prepared,
                                   const DispatchOptions& options) {
  const auto work = make_work(pipeline, prepared, options, trace_clock());
  Context& context = pipeline->device().context();
  UnownedInBackground unowned(work);
  auto carrying = prepare_carrying(context, unowned.carried());
  VYRE_RETURN_IF_ERROR(begin_work(*pipeline, prepared, options, *work));
  context.completions().start(std::move(carrying));
  unowned.begun();
  return {};
}

// That of the pipeline when the dispatch has none.
std::string_view label_of(const Pipeline& pipeline, const DispatchOptions& options) {
  return options.label.empty() ? pipeline.label() : options.label;
}

}  // namespace

Result<DispatchReport> dispatch(const std::shared_ptr<Pipeline>& pipeline,
                                std::span<const Binding> bindings, const DispatchOptions& options) {
  Result<DispatchReport> report = run(pipeline, bindings, options);
  if (report.ok()) return report;
  return with_label(std::move(report).status(), label_of(*pipeline, options));
}

Status dispatch_unowned(const std::shared_ptr<Pipeline>& pipeline,
                        std::span<const Binding> bindings, const DispatchOptions& options) {
  const TraceCall call(pipeline->device().trace(), "vyre_dispatch_async", options.label);
  Scratch scratch;
  Prepared prepared(scratch.memory());
  VYRE_RETURN_IF_ERROR(prepare_async(*pipeline, bindings, options, prepared));
  if (prepared.host_io) return needs_owner(*pipeline);
  const Device& device = pipeline->device();
  if (goes_on_to_points(device, options) && device.context().completions().has_threads()) {
    return begin_unowned_in_background(pipeline, prepared, options);
  }
  AsyncPoints points;
  VYRE_RETURN_IF_ERROR(begin_points(*pipeline, options, points, prepared));
  UnownedWork::Place place = UnownedWork::make_place(std::string(label_of(*pipeline, options)));
  Submitted submitted;
  VYRE_RETURN_IF_ERROR(submit(*pipeline, prepared, options, submitted));
  points.submitted(device);
  place.put(std::move(submitted.work));
  device.unowned().add(std::move(place), device.context().log_sink());
  return {};
}

Result<std::shared_ptr<Work>> dispatch_async(const std::shared_ptr<Pipeline>& pipeline,
                                             std::span<const Binding> bindings,
                                             const DispatchOptions& options) {
  const TraceCall call(pipeline->device().trace(), "vyre_dispatch_async", options.label);
  const uint64_t asked = trace_clock();
  Scratch scratch;
  Prepared prepared(scratch.memory());
  VYRE_RETURN_IF_ERROR(prepare_async(*pipeline, bindings, options, prepared));
  auto work = make_work(pipeline, prepared, options, asked);
  CompletionDispatcher::Prepared carrying;
  if (goes_on_to_points(pipeline->device(), options)) carrying = prepare_carrying(work);
  VYRE_RETURN_IF_ERROR(begin_work(*pipeline, prepared, options, *work));
  pipeline->device().context().completions().start(std::move(carrying));
  return work;
}

}  // namespace vyre::runtime
