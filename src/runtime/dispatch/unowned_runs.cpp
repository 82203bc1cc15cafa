#include "runtime/dispatch/unowned_runs.h"

#include <algorithm>
#include <utility>

namespace vyre::runtime {

using backend::PendingState;

bool UnownedRuns::started(uint64_t run) {
  const std::lock_guard lock(mutex_);
  last_ = std::max(last_, run);
  return !is_listed_.exchange(true);
}

void UnownedRuns::forget_to(uint64_t run) {
  const std::lock_guard lock(mutex_);
  first_ = std::max(first_, run + 1);
}

// Behind its end this leaves the list.
PendingState UnownedRuns::wait(backend::Deadline deadline) {
  uint64_t first = 0, last = 0;
  {
    const std::lock_guard lock(mutex_);
    first = first_;
    last = last_;
  }
  Result<bool> over = sequence_->wait(last, deadline);
  if (over.ok() && !over.value()) return PendingState::kPending;
  Status failure = sequence_->failure_since(first);
  const bool is_last_canceled = first > last;
  if (failure.ok() && !over.ok() && !is_last_canceled) failure = std::move(over).status();
  const std::lock_guard lock(mutex_);
  if (last != last_) return PendingState::kPending;
  first_ = last + 1;
  is_listed_ = false;
  failure_ = std::move(failure);
  return failure_.ok() ? PendingState::kReady : PendingState::kFailed;
}

Status UnownedRuns::status() {
  const std::lock_guard lock(mutex_);
  return with_label(copy_of(failure_), label_);
}

PendingState DeviceRun::wait(backend::Deadline deadline) {
  Result<bool> over = sequence_->wait(number_, deadline, end_->stop());
  if (!over.ok()) {
    failure_ = std::move(over).status();
    return PendingState::kFailed;
  }
  const bool is_over = over.value() || end_->how() == RunEnd::How::kCanceled;
  return is_over ? PendingState::kReady : PendingState::kPending;
}

LimitedRun limited_run(std::shared_ptr<backend::DeviceSequence> sequence,
                       std::shared_ptr<RunEnd> end, Status too_late) {
  auto run = std::make_unique<DeviceRun>(std::move(sequence), end);
  DeviceRun* const borrowed = run.get();
  auto limited = std::make_unique<LimitedWork>(end->limit, std::move(too_late));
  limited->hold(std::move(run));
  return {std::move(end), borrowed, std::move(limited)};
}

}  // namespace vyre::runtime
