#include "runtime/dispatch/unowned_runs.h"

#include <algorithm>
#include <utility>

namespace vyre::runtime {

using backend::PendingState;

bool UnownedRuns::started(uint64_t run) {
  const std::lock_guard lock(mutex_);
  runs_.all.last = std::max(runs_.all.last, run);
  return !is_listed_.exchange(true);
}

void UnownedRuns::forget(uint64_t first, uint64_t last) {
  const std::lock_guard lock(mutex_);
  auto& canceled = runs_.canceled;
  if (last < first) return;
  if (first > canceled.back().last + 1) {
    std::shift_left(canceled.begin(), canceled.end(), 1);
    canceled.back() = {first, last};
  }
  canceled.back().last = std::max(canceled.back().last, last);
}

// Behind its end this leaves the list.
PendingState UnownedRuns::wait(backend::Deadline deadline) {
  Runs runs;
  {
    const std::lock_guard lock(mutex_);
    runs = runs_;
  }
  Result<bool> over = sequence_->wait(runs.all.last, deadline);
  if (over.ok() && !over.value()) return PendingState::kPending;
  Status failure = failure_of(runs, std::move(over));
  const std::lock_guard lock(mutex_);
  if (runs.all.last != runs_.all.last) return PendingState::kPending;
  runs_.all.first = runs.all.last + 1;
  is_listed_ = false;
  failure_ = std::move(failure);
  return failure_.ok() ? PendingState::kReady : PendingState::kFailed;
}

// Of those that were not canceled. |over|: what the wait for the last of all said.
Status UnownedRuns::failure_of(const Runs& runs, Result<bool> over) const {
  uint64_t first = runs.all.first;
  for (const Range& range : runs.canceled) {
    if (first < range.first) VYRE_RETURN_IF_ERROR(sequence_->failure_of(first, range.first - 1));
    first = std::max(first, range.last + 1);
  }
  if (first > runs.all.last) return {};
  VYRE_RETURN_IF_ERROR(sequence_->failure_of(first, runs.all.last));
  return std::move(over).status();
}

Status UnownedRuns::status() {
  const std::lock_guard lock(mutex_);
  return with_label(copy_of(failure_), label_);
}

PendingState DeviceRun::wait(backend::Deadline deadline) {
  Result<bool> over = sequence_->wait(number_, deadline, end_->stop());
  if (end_->how() == RunEnd::How::kCanceled) return PendingState::kReady;  // whatever it says
  if (over.ok()) return over.value() ? PendingState::kReady : PendingState::kPending;
  failure_ = std::move(over).status();
  return PendingState::kFailed;
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
