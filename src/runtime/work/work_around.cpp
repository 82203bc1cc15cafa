#include "runtime/work/work_around.h"

#include <algorithm>

namespace vyre::runtime {

using backend::PendingState;

// Work that was over before anybody saw that its time had passed has ended in time.
PendingState LimitedWork::wait(backend::Deadline deadline) {
  if (is_late_) return PendingState::kFailed;
  PendingState state = work_->wait(std::min(deadline, limit_));
  if (state == PendingState::kPending && std::chrono::steady_clock::now() >= limit_) {
    is_late_ = work_->cancel();
    if (!is_late_) state = work_->wait(backend::Deadline());
  } else if (state == PendingState::kFailed) {
    const Status status = work_->status();
    is_late_ = !status.ok() && status.code() == Code::kTimedOut;
  }
  return is_late_ ? PendingState::kFailed : state;
}

}  // namespace vyre::runtime
