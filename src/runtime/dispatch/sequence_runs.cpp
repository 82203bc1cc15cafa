#include <algorithm>
#include <map>

#include "base/status/copy.h"
#include "runtime/dispatch/sequence.h"
#include "runtime/dispatch/unowned_runs.h"

namespace vyre::runtime {
namespace {

// Longest wait for points before it is asked whether the run was canceled.
constexpr std::chrono::milliseconds kWaitSlice{2};

// One run, for those who hold it as an object.
class RunWork final : public backend::Waitable {
 public:
  explicit RunWork(std::shared_ptr<Sequence> sequence) : sequence_(std::move(sequence)) {}

  void begin(Run run) { run_ = std::move(run); }

  backend::PendingState wait(backend::Deadline deadline) override {
    if (state_ != backend::PendingState::kPending) return state_;
    Result<bool> over = sequence_->wait(run_, deadline);
    if (over.ok() && !over.value()) return state_;
    timing_.host_ns = trace_clock() - run_.began;
    if (over.ok()) timing_.device_ns = sequence_->device_ns(run_);
    state_ = over.ok() ? backend::PendingState::kReady : backend::PendingState::kFailed;
    failure_ = std::move(over).status();
    return state_;
  }
  bool cancel() override { return sequence_->cancel(run_); }
  Status status() override { return copy_of(failure_); }
  backend::Timing timing() const override { return timing_; }
  uint64_t submission() const override { return run_.number; }
  Result<std::span<const std::byte>> bytes(uint32_t read) override {
    const auto known = bytes_.find(read);
    if (known != bytes_.end()) return std::span<const std::byte>(known->second);
    VYRE_ASSIGN_OR_RETURN(auto bytes, sequence_->bytes_of(run_, read));
    return std::span<const std::byte>(bytes_.emplace(read, std::move(bytes)).first->second);
  }

 private:
  const std::shared_ptr<Sequence> sequence_;
  Run run_;  // constant once it has begun
  backend::PendingState state_ = backend::PendingState::kPending;
  Status failure_;
  backend::Timing timing_;
  std::map<uint32_t, std::vector<std::byte>> bytes_;  // that were asked for, by step
};

backend::RunStart start_of(const WorkPoints& taken) { return {taken.waits, taken.signals}; }

// Moves points at the end of a run, which may come when whoever waited for it has left. Keeps the
// device until then.
class PointsAtEnd final : public backend::Waitable {
 public:
  PointsAtEnd(std::shared_ptr<Device> device, std::shared_ptr<backend::DeviceSequence> sequence,
              std::vector<backend::SyncPoint> points)
      : device_(std::move(device)), sequence_(std::move(sequence)), points_(std::move(points)) {}

  void begin(uint64_t run) { run_ = run; }

  backend::PendingState wait(backend::Deadline deadline) override {
    if (points_.empty()) return backend::PendingState::kReady;
    const Result<bool> over = sequence_->wait(run_, deadline);
    if (over.ok() && !over.value()) return backend::PendingState::kPending;
    signal_points(points_, over.ok() ? Status() : copy_of(over.error()));
    const std::shared_ptr<Device> released = std::move(device_);
    return backend::PendingState::kReady;
  }
  bool cancel() override { return false; }
  Status status() override { return {}; }
  backend::Timing timing() const override { return {}; }

 private:
  std::shared_ptr<Device> device_;
  const std::shared_ptr<backend::DeviceSequence> sequence_;
  const std::vector<backend::SyncPoint> points_;
  uint64_t run_ = 0;
};

// Known as a run that can be canceled, before it is started.
class Awaited {
 public:
  Awaited(RunsUnderWay& runs, const std::shared_ptr<RunEnd>& end) : runs_(runs), end_(end) {
    runs_.awaits(end_);
  }
  ~Awaited() { runs_.gives_up(end_); }
  Awaited(const Awaited&) = delete;
  Awaited& operator=(const Awaited&) = delete;

 private:
  RunsUnderWay& runs_;
  const std::shared_ptr<RunEnd>& end_;
};

}  // namespace

Status Sequence::record() {
  const std::lock_guard lock(mutex_);
  VYRE_ASSIGN_OR_RETURN(const auto raw, device_->use(generation_));
  return is_idle() ? sequence_->record() : Status();
}

Status Sequence::cannot_wait() const {
  return fail(Code::kUnsupportedFeature, name(), " is to wait for points, and '", device_->id(),
              "' runs its steps in the call. Fix: use vyre_sequence_run, which waits for them");
}

// The device waits for points that it takes, the context for the others.
Status Sequence::begin_async(const Timeout& timeout, std::span<const StepUpdate> updates,
                             const WorkPoints& points, Run& run) {
  if (!points.any()) return begin_run(timeout, updates, {}, run);
  AsyncPoints async;
  if (is_eager_) {
    if (!points.waits.empty()) return cannot_wait();
    VYRE_RETURN_IF_ERROR(begin_run(timeout, updates, {}, run));
    signal_points(points.signals, sequence_->wait(run.number, {}).status());
    return {};
  }
  {
    VYRE_ASSIGN_OR_RETURN(const auto raw, device_->use(generation_));
    (void)raw->wait_idle(backend::Deadline());  // semaphores that are done with go, with no lock
    VYRE_RETURN_IF_ERROR(async.begin(*device_, *raw, points));
  }
  async.start(*device_);
  VYRE_RETURN_IF_ERROR(begin_run(timeout, updates, start_of(async.taken()), run));
  async.submitted(*device_);
  return {};
}

// The host waits for what the device does not take, and for all of a run with a time limit: a
// device does not stop to wait.
Status Sequence::run(const Timeout& timeout, std::span<const StepUpdate> updates,
                     const WorkPoints& points) {
  if (!points.any()) {
    Run run;
    VYRE_RETURN_IF_ERROR(begin_run(timeout, updates, {}, run));
    return wait(run, backend::Deadline::max()).status();
  }
  const auto end = std::make_shared<RunEnd>(timeout);
  VYRE_ASSIGN_OR_RETURN(DividedPoints divided, this->divided(points, timeout.has_value()));
  const Awaited awaited(under_way_, end);
  VYRE_ASSIGN_OR_RETURN(const RunEnd::How how, wait_to_begin(divided.others.waits, *end));
  if (how != RunEnd::How::kUnderWay) {
    signal_points(points.signals, Status());  // that was the end of it
    return ended_early(end.get(), how);
  }
  const auto signals =
      std::make_shared<PointsAtEnd>(device_, sequence_, std::move(divided.others.signals));
  auto carrying = prepare_carrying(device_->context(), signals);
  Run run{.end = end};
  VYRE_RETURN_IF_ERROR(begin_run(timeout, updates, start_of(divided.taken), run));
  signals->begin(run.number);
  Status ended = wait(run, backend::Deadline::max()).status();
  signal_at_end(*signals, std::move(carrying));
  return ended;
}

// In slices, for a semaphore knows of no end but its own.
Result<RunEnd::How> Sequence::wait_to_begin(backend::SyncPoints points, RunEnd& end) {
  using Clock = std::chrono::steady_clock;
  for (;;) {
    const backend::Deadline slice = std::min(end.limit, Clock::now() + kWaitSlice);
    VYRE_ASSIGN_OR_RETURN(const bool reached, wait_for_points(points, slice));
    if (reached || end.how() != RunEnd::How::kUnderWay) return end.how();
    if (Clock::now() >= end.limit) return end.decide(RunEnd::How::kTimedOut);
  }
}

// What was canceled may go on, on a device. Where there is no thread for that, this one waits.
void Sequence::signal_at_end(backend::Waitable& signals, CompletionDispatcher::Prepared carrying) {
  CompletionDispatcher& background = device_->context().completions();
  const backend::Deadline end =
      background.has_threads() ? backend::Deadline() : backend::Deadline::max();
  if (signals.wait(end) != backend::PendingState::kPending) return;
  background.start(std::move(carrying));
}

Result<DividedPoints> Sequence::divided(const WorkPoints& points, bool has_limit) const {
  if (is_eager_) return DividedPoints{{}, points};
  VYRE_ASSIGN_OR_RETURN(const auto raw, device_->use(generation_));
  (void)raw->wait_idle(backend::Deadline());  // semaphores that are done with go, with no lock
  return divide_for_call(*raw, points, has_limit, name());
}

// What the device does not do by itself is done without the lock, so that it can be canceled.
Status Sequence::begin_run(const Timeout& timeout, std::span<const StepUpdate> updates,
                           const backend::RunStart& start, Run& run) {
  const TraceCall call(device_->trace(), "vyre_sequence_run_async", label_);
  if (timeout && run.end == nullptr) run.end = std::make_shared<RunEnd>(timeout);
  std::unique_lock lock(mutex_);
  if (run.end != nullptr) under_way_.make_room(sequence_->newest_over());
  if (is_counted(!updates.empty())) {
    VYRE_RETURN_IF_ERROR(check_flights("another run"));
    counted_.reserve(counted_.size() + 1);
  }
  std::optional<Device::Use> use;
  VYRE_RETURN_IF_ERROR(updates.empty() ? hand_over(start, use, run)
                                       : hand_over_changed(start, updates, use, run));
  lock.unlock();
  sequence_->carry_on(run.number, run.end != nullptr ? run.end->limit : backend::Deadline::max());
  return {};
}

Status Sequence::submit_unowned(const Timeout& timeout, std::span<const StepUpdate> updates,
                                const WorkPoints& points) {
  const LogSink& log = device_->context().log_sink();
  UnownedWork& all = device_->unowned();
  UnownedWork::Place place;
  if (timeout || !unowned_->is_listed()) place = all.make_place(timeout ? label_ : "");
  Run run;
  if (!timeout) {
    VYRE_RETURN_IF_ERROR(begin_async({}, updates, points, run));
    if (!unowned_->started(run.number)) return {};
    if (place.is_empty()) place = all.make_place({});  // what was listed has ended meanwhile
    place.put(unowned_);
    all.add(std::move(place), log);
    return {};
  }
  auto limited = limited_run(sequence_, std::make_shared<RunEnd>(timeout), timed_out(*timeout));
  run.end = limited.end;
  VYRE_RETURN_IF_ERROR(begin_async(timeout, updates, points, run));
  limited.run->begin(run.number);
  place.put(std::move(limited.work));
  all.add(std::move(place), log);
  return {};
}

Result<std::shared_ptr<Work>> Sequence::start(const std::shared_ptr<Sequence>& sequence,
                                              const Timeout& timeout,
                                              std::span<const StepUpdate> updates,
                                              const WorkPoints& points) {
  auto run = std::make_unique<RunWork>(sequence);
  RunWork& begun = *run;
  Run started{.end = std::make_shared<RunEnd>(timeout)};
  Submission submission;
  submission.device = sequence->device_;
  submission.work = std::move(run);
  submission.label = sequence->name();
  submission.reads = Reads::kSteps;
  auto work = std::make_shared<Work>(std::move(submission));
  VYRE_RETURN_IF_ERROR(sequence->begin_async(timeout, updates, points, started));
  begun.begin(std::move(started));
  return work;
}

void Sequence::cancel() {
  const uint64_t over = sequence_->newest_over();
  const uint64_t last = under_way_.cancel(over);
  unowned_->forget(over + 1, last);
  sequence_->cancel(last);
}

bool Sequence::cancel(const Run& run) {
  if (sequence_->newest_over() >= run.number) return false;
  return run.end->decide(RunEnd::How::kCanceled) == RunEnd::How::kCanceled;
}

Result<bool> Sequence::wait(const Run& run, backend::Deadline deadline) {
  const TraceCall call(deadline == backend::Deadline() ? nullptr : device_->trace(), "wait",
                       label_);
  const backend::Deadline limit = run.end != nullptr ? run.end->limit : backend::Deadline::max();
  for (;;) {
    Result<bool> over =
        sequence_->wait(run.number, std::min(deadline, limit), under_way_.stop(run));
    RunEnd::How how = under_way_.how(run);
    if (how == RunEnd::How::kUnderWay) {
      const bool has_ended = !over.ok() || over.value();
      if (!has_ended && std::chrono::steady_clock::now() < std::min(deadline, limit)) continue;
      if (!has_ended && std::chrono::steady_clock::now() < limit) return false;
      how = has_ended ? RunEnd::How::kOver : RunEnd::How::kTimedOut;
      if (run.end != nullptr) how = run.end->decide(how);
    }
    if (how != RunEnd::How::kOver) return ended_early(run.end.get(), how);
    if (!over.ok() || over.value()) return end_of(run, std::move(over));
  }
}

// Of a run that was not ended early.
Result<bool> Sequence::end_of(const Run& run, Result<bool> over) {
  const std::lock_guard lock(mutex_);
  if (!over.ok() && over.error().code() == Code::kTimedOut && run.end != nullptr) {
    return timed_out(run.end->timeout);
  }
  if (!over.ok() && run.number <= last_of_cleared_) return over;
  if (!over.ok()) return of_step(std::move(over).status());
  if (run.number == last_.number) note_end();
  return over;
}

Result<bool> Sequence::wait_for_last(backend::Deadline deadline) {
  Run last;
  {
    const std::lock_guard lock(mutex_);
    last = last_;
  }
  return last.number == 0 ? Result<bool>(true) : wait(last, deadline);
}

Status Sequence::ended_early(const RunEnd* end, RunEnd::How how) const {
  if (how == RunEnd::How::kTimedOut) return timed_out(end->timeout);
  return fail(Code::kCancelled, name(), " was cancelled. Fix: run it again");
}

Status Sequence::timed_out(std::chrono::nanoseconds timeout) const {
  return fail(Code::kTimedOut, name(), " has not ended within ", time_text(timeout),
              ". Fix: allow more time, or run fewer steps at a time");
}

// With the label that is nearest to the step that failed.
Status Sequence::of_step(Status status) const {
  ErrorInfo& info = status.info();
  if (!info.step || *info.step >= steps_.size() || !info.label.empty()) return status;
  const Added& step = *steps_[*info.step];
  info.label = step.label;
  if (info.label.empty() && step.pipeline != nullptr) info.label = step.pipeline->nearest_label();
  return status;
}

void Sequence::note_end() {
  if (!host_ns_) host_ns_ = trace_clock() - last_.began;
}

Result<std::vector<std::byte>> Sequence::bytes_of(const Run& run, uint32_t step) {
  const std::lock_guard lock(mutex_);
  const bool has_step = step < steps_.size() && steps_[step]->added_after < run.place;
  if (!has_step || steps_[step]->kind != Kind::kRead) {
    return fail(Code::kNotFound, "step ", step, " of ", name(),
                " is no read of that run. Fix: pass the number that vyre_sequence_add_read gave");
  }
  if (runs_ - run.place >= options_.flights) {
    return fail(Code::kInvalidArgument, name(), " has run again since, and step ", step,
                " read other bytes. Fix: ask for them before the next run begins, or create it "
                "with more runs_in_flight");
  }
  std::vector<std::byte> bytes(static_cast<size_t>(steps_[step]->size));
  VYRE_RETURN_IF_ERROR(sequence_->read(run.number, step, 0, bytes));
  return bytes;
}

SequenceReport Sequence::report() {
  const std::lock_guard lock(mutex_);
  SequenceReport report;
  report.runs = runs_;
  report.steps = static_cast<uint32_t>(steps_.size());
  report.barriers = sequence_->barriers();
  if (!has_ended_well()) return report;
  note_end();
  report.host_ns = host_ns_;
  report.device_ns = device_ns(last_);
  return report;
}

bool Sequence::has_ended_well() const {
  const RunEnd::How how = under_way_.how(last_);
  const bool is_early = how == RunEnd::How::kCanceled || how == RunEnd::How::kTimedOut;
  if (last_.number == 0 || is_early) return false;
  const Result<bool> over = sequence_->wait(last_.number, backend::Deadline());
  return over.ok() && over.value();
}

std::optional<uint64_t> Sequence::device_ns(const Run& run) const {
  return options_.timed ? sequence_->device_ns(run.number) : std::nullopt;
}

Result<std::vector<std::optional<uint64_t>>> Sequence::step_ns(size_t count) {
  const std::lock_guard lock(mutex_);
  if (count > steps_.size()) {
    return fail(Code::kInvalidArgument, "step_count is ", count, ", and ", name(), " has ",
                steps_.size(), " steps. Fix: ask for as many at most");
  }
  std::vector<std::optional<uint64_t>> all;
  if (options_.timed_steps && has_ended_well()) all = sequence_->step_ns();
  all.resize(count);
  for (size_t i = 0; i < count; ++i) {
    if (steps_[i]->added_after == runs_) all[i].reset();
  }
  return all;
}

}  // namespace vyre::runtime
