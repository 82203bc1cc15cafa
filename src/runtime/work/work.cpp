#include "runtime/work/work.h"

#include <algorithm>

#include "ir/program/display_name.h"

namespace vyre::runtime {

using backend::PendingState;

namespace {

Status failure_of(backend::Waitable& work) {
  Status status = work.status();
  if (!status.ok()) return status;
  return fail(Code::kInternal, "a backend failed without a reason. Fix: report this as a mistake");
}

}  // namespace

backend::Deadline deadline_after(std::chrono::nanoseconds timeout) {
  const backend::Deadline now = std::chrono::steady_clock::now();
  const bool too_far = timeout > backend::Deadline::max() - now;
  return too_far ? backend::Deadline::max() : now + timeout;
}

Work::Work(Submission submission) : submission_(std::move(submission)) {}

void Work::begin(std::unique_ptr<backend::Waitable> work, backend::DeviceWork* dispatch) {
  submission_.work = std::move(work);
  submission_.dispatch = dispatch;
  submission_.report.enqueue_ns = trace_clock() - submission_.asked;
}

Work::~Work() {
  if (carrier_) carrier_->cancel();
  if (completion_) completion_->cancel();
}

const Device& Work::device() const {
  return submission_.pipeline != nullptr ? submission_.pipeline->device() : *submission_.device;
}

const std::shared_ptr<Device>& Work::shared_device() const {
  return submission_.pipeline != nullptr ? submission_.pipeline->shared_device()
                                         : submission_.device;
}

PendingState Work::wait(backend::Deadline deadline) {
  const bool polls = deadline == backend::Deadline();
  const TraceCall call(polls ? nullptr : device().trace(), "wait", submission_.label);
  return look(deadline);
}

// One thread at a time does what |flag| says, without the lock: that may call the host, and throw.
class Work::Alone {
 public:
  Alone(Work& work, bool& flag, std::unique_lock<std::mutex>& lock)
      : work_(work), flag_(flag), lock_(lock) {
    flag_ = true;
    lock_.unlock();
  }
  ~Alone() {
    lock_.lock();
    flag_ = false;
    work_.changed_.notify_all();
  }
  Alone(const Alone&) = delete;
  Alone& operator=(const Alone&) = delete;

 private:
  Work& work_;
  bool& flag_;
  std::unique_lock<std::mutex>& lock_;
};

// What is cancelled meanwhile is that, whatever the device says.
void Work::wait_for_device(std::unique_lock<std::mutex>& lock, backend::Deadline deadline) {
  PendingState state = PendingState::kPending;
  Status failure;
  const uint64_t began = trace_clock();
  {
    const Alone waiting(*this, waiting_, lock);
    state = submission_.work->wait(deadline);
    if (state == PendingState::kFailed) failure = failure_of(*submission_.work);
  }
  waited_ns_ += trace_clock() - began;
  changed_.wait(lock, [&] { return !canceling_; });
  if (state_ != PendingState::kPending) return;
  state_ = state;
  failure_ = std::move(failure);
  changed_.notify_all();
}

PendingState Work::look(backend::Deadline deadline) {
  std::unique_lock lock(mutex_);
  while (state_ == PendingState::kPending) {
    if (!waiting_) {
      wait_for_device(lock, deadline);
      if (std::chrono::steady_clock::now() >= deadline) break;
      continue;
    }
    if (changed_.wait_until(lock, deadline) == std::cv_status::timeout) break;
  }
  return state_;
}

PendingState Work::carry(backend::Deadline deadline) {
  const PendingState state = look(deadline);
  if (state != PendingState::kFailed || submission_.dispatch == nullptr) return state;
  const bool goes_on = submission_.dispatch->wait(deadline) == PendingState::kPending;
  return goes_on ? PendingState::kPending : state;
}

bool Work::cancel() {
  Status failure = fail(Code::kCancelled, label(), " was cancelled. Fix: start it again");
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return !canceling_; });
  if (state_ != PendingState::kPending) return false;
  bool is_canceled = false;
  {
    const Alone telling(*this, canceling_, lock);
    is_canceled = submission_.work->cancel();
  }
  if (!is_canceled) return false;
  failure_ = std::move(failure);
  state_ = PendingState::kFailed;
  changed_.notify_all();
  return true;
}

Status Work::check_current() const {
  const Pipeline* pipeline = submission_.pipeline.get();
  if (pipeline == nullptr) return {};
  return device().check_current(pipeline->device_generation(), [&] { return label(); });
}

Status Work::status() {
  std::lock_guard lock(mutex_);
  return state_ == PendingState::kFailed ? copy_failure() : Status();
}

Status Work::copy_failure() const {
  Status copy(failure_.info());
  std::string& label = copy.info().label;
  if (label.empty()) label = submission_.label;
  if (label.empty() && submission_.pipeline != nullptr) label = submission_.pipeline->label();
  return copy;
}

std::string Work::label() const {
  if (submission_.pipeline == nullptr) return submission_.label;
  if (submission_.label.empty()) return concat("the dispatch", submission_.pipeline->in_label());
  return concat("dispatch ", ir::display_name(submission_.label));
}

Status Work::collect(std::span<const Binding> bindings) {
  const TraceCall call(device().trace(), "vyre_work_collect", submission_.label);
  (void)wait(backend::Deadline::max());
  std::lock_guard lock(mutex_);
  if (state_ == PendingState::kFailed) return copy_failure();
  VYRE_RETURN_IF_ERROR(check_not_collected());
  VYRE_ASSIGN_OR_RETURN(const std::vector<Capture> captures, captures_of(bindings));
  for (const Capture& capture : captures) {
    if (capture.range.bytes == 0) continue;
    VYRE_RETURN_IF_ERROR(submission_.dispatch->read(capture.range.plan_index, capture.range.start,
                                                    {capture.data, capture.range.bytes}));
    submission_.pipeline->device().count_downloaded(capture.range.bytes);
  }
  collected_ = true;
  return {};
}

Status Work::check_not_collected() const {
  if (!collected_) return {};
  return fail(Code::kInvalidArgument, label(),
              " was collected already. Fix: collect all of it in one call");
}

Status Work::collect_bytes(std::span<std::byte> out) {
  const TraceCall call(device().trace(), "vyre_work_collect_bytes", submission_.label);
  VYRE_ASSIGN_OR_RETURN(const auto read, bytes(0));
  std::lock_guard lock(mutex_);
  VYRE_RETURN_IF_ERROR(check_not_collected());
  if (out.size() != read.size()) {
    return fail(Code::kInvalidArgument, label(), " has ", read.size(), " bytes, and ", out.size(),
                " are asked for. Fix: pass memory of exactly the size that was read");
  }
  std::ranges::copy(read, out.begin());
  collected_ = true;
  return {};
}

Result<std::span<const std::byte>> Work::bytes(uint32_t read) {
  (void)wait(backend::Deadline::max());
  std::lock_guard lock(mutex_);
  if (state_ == PendingState::kFailed) return copy_failure();
  if (submission_.reads == Reads::kNothing) return Waitable::bytes(read);
  if (submission_.reads == Reads::kSteps || read == 0) return submission_.work->bytes(read);
  return fail(Code::kNotFound, label(), " has one read, and number ", read,
              " was asked for. Fix: pass 0");
}

Result<std::vector<Capture>> Work::captures_of(std::span<const Binding> bindings) const {
  if (submission_.pipeline == nullptr) {
    if (bindings.empty()) return std::vector<Capture>();
    return fail(Code::kInvalidArgument, label(),
                " has no outputs. Fix: collect it without bindings");
  }
  VYRE_ASSIGN_OR_RETURN(const auto found, locate(*submission_.pipeline, bindings));
  std::vector<Capture> captures;
  for (const Located& located : found) {
    if (!is_capture(*located.binding)) continue;
    const auto range =
        std::ranges::find(submission_.outputs, located.plan_index, &OutputRange::plan_index);
    if (range == submission_.outputs.end()) {
      return fail(Code::kInvalidArgument, buffer_label(*submission_.pipeline, located.plan_index),
                  " was not bound as output when ", label(),
                  " began. Fix: bind it so in the dispatch");
    }
    VYRE_RETURN_IF_ERROR(check_room(*submission_.pipeline, *range, *located.binding));
    captures.push_back({*range, located.binding->output});
  }
  return captures;
}

backend::Timing Work::timing() const {
  std::lock_guard lock(mutex_);
  return submission_.work->timing();
}

Result<DispatchReport> Work::report() {
  std::lock_guard lock(mutex_);
  if (state_ == PendingState::kFailed) return copy_failure();
  if (state_ == PendingState::kPending) {
    return fail(Code::kNotReady, label(),
                " has not ended, so its times are not known. Fix: wait until it is ready");
  }
  DispatchReport report = submission_.report;
  report.timing = submission_.work->timing();
  report.wait_ns = waited_ns_;
  for (const OutputRange& output : submission_.outputs) report.output_bytes += output.bytes;
  return report;
}

Status Work::on_complete(CompletionCallback callback) {
  const auto completion = std::make_shared<Completion>(this, std::move(callback));
  {
    std::lock_guard lock(mutex_);
    if (completion_) {
      return fail(Code::kInvalidArgument, label(),
                  " has a callback already. Fix: give each work one");
    }
    completion_ = completion;
  }
  // When watching fails for want of memory or threads, the object is as before.
  struct Restore {
    ~Restore() {
      if (pending == nullptr) return;
      std::lock_guard lock(pending->mutex_);
      pending->completion_ = nullptr;
    }
    Work* pending;
  } restore{this};
  device().context().completions().watch(completion);
  restore.pending = nullptr;
  return {};
}

CompletionDispatcher::Prepared Work::prepare_carrying() {
  carrier_ = std::make_shared<Completion>(&carried_, CompletionCallback());
  return device().context().completions().prepare(carrier_);
}

void Work::carry_on() { device().context().completions().start(prepare_carrying()); }

}  // namespace vyre::runtime
