#include <algorithm>

#include "runtime/dispatch/sequence.h"

namespace vyre::runtime {
namespace {

// One run, for those who hold it as an object.
class RunWork final : public backend::Waitable {
 public:
  RunWork(std::shared_ptr<Sequence> sequence, Run run)
      : sequence_(std::move(sequence)), run_(std::move(run)) {}

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
  Status status() override { return failure_.ok() ? Status() : Status(failure_.info()); }
  backend::Timing timing() const override { return timing_; }
  uint64_t submission() const override { return run_.number; }

 private:
  const std::shared_ptr<Sequence> sequence_;
  const Run run_;
  backend::PendingState state_ = backend::PendingState::kPending;
  Status failure_;
  backend::Timing timing_;
};

std::shared_ptr<RunLimit> limit_of(const std::optional<std::chrono::nanoseconds>& timeout) {
  if (!timeout) return nullptr;
  const bool only_looks = timeout->count() == 0;
  return std::make_shared<RunLimit>(
      RunLimit{only_looks ? backend::Deadline() : deadline_after(*timeout), *timeout});
}

}  // namespace

Status Sequence::record() {
  const std::lock_guard lock(mutex_);
  VYRE_ASSIGN_OR_RETURN(const auto raw, device_->use(generation_));
  return is_idle() ? sequence_->record() : Status();
}

Result<Run> Sequence::submit(std::optional<std::chrono::nanoseconds> timeout,
                             std::span<const StepUpdate> updates) {
  const TraceCall call(device_->trace(), "vyre_sequence_run_async", label_);
  Run run{0, 0, limit_of(timeout)};
  const std::lock_guard lock(mutex_);
  const bool counts = options_.timed || host_steps_ != 0 || !updates.empty();
  if (counts) VYRE_RETURN_IF_ERROR(check_flights("another run"));
  if (counts) counted_.reserve(counted_.size() + 1);
  VYRE_RETURN_IF_ERROR(take_updates(updates));
  VYRE_ASSIGN_OR_RETURN(const auto raw, device_->use(generation_));
  run.began = trace_clock();
  VYRE_ASSIGN_OR_RETURN(run.number, sequence_->submit());
  if (counts) counted_.push_back(run.number);
  last_ = run;
  host_ns_.reset();
  ++runs_;
  CallCounters::add(device_->call_counters().dispatches, dispatches_);
  return run;
}

Result<bool> Sequence::wait(const Run& run, backend::Deadline deadline) {
  const TraceCall call(deadline == backend::Deadline() ? nullptr : device_->trace(), "wait",
                       label_);
  if (run.limit != nullptr) {
    const std::lock_guard lock(mutex_);
    if (run.limit->has_passed) return timed_out(*run.limit);
    deadline = std::min(deadline, run.limit->end);
  }
  Result<bool> over = sequence_->wait(run.number, deadline);
  const std::lock_guard lock(mutex_);
  if (run.limit != nullptr && run.limit->has_passed) return timed_out(*run.limit);
  if (!over.ok() && run.number <= last_of_cleared_) return over;
  if (!over.ok()) return of_step(std::move(over).status());
  if (over.value() && run.number == last_.number) note_end();
  if (over.value() || run.limit == nullptr) return over;
  if (std::chrono::steady_clock::now() < run.limit->end) return false;
  run.limit->has_passed = true;
  return timed_out(*run.limit);
}

Result<bool> Sequence::wait_for_last(backend::Deadline deadline) {
  Run last;
  {
    const std::lock_guard lock(mutex_);
    last = last_;
  }
  return last.number == 0 ? Result<bool>(true) : wait(last, deadline);
}

Status Sequence::timed_out(const RunLimit& limit) const {
  return fail(Code::kTimedOut, name(), " has not ended within ", limit.time.count(),
              " ns. Fix: allow more time, or run fewer steps at a time");
}

// With the label that is nearest to the step that failed.
Status Sequence::of_step(Status status) const {
  ErrorInfo& info = status.info();
  if (!info.step || *info.step >= steps_.size() || !info.label.empty()) return status;
  const Added& step = steps_[*info.step];
  info.label = step.request.label;
  if (info.label.empty() && step.pipeline != nullptr) info.label = step.pipeline->nearest_label();
  return status;
}

void Sequence::note_end() {
  if (!host_ns_) host_ns_ = trace_clock() - last_.began;
}

std::shared_ptr<Work> Sequence::work(const std::shared_ptr<Sequence>& sequence, Run run) {
  Submission submission;
  submission.device = sequence->device_;
  submission.work = std::make_unique<RunWork>(sequence, std::move(run));
  submission.label = sequence->name();
  return std::make_shared<Work>(std::move(submission));
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
  const bool has_passed = last_.limit != nullptr && last_.limit->has_passed;
  if (last_.number == 0 || has_passed) return false;
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
    if (steps_[i].added_after == runs_) all[i].reset();
  }
  return all;
}

}  // namespace vyre::runtime
