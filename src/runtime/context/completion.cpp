#include "runtime/context/completion.h"

namespace vyre::runtime {

Completion::Step Completion::advance(backend::Deadline deadline) {
  if (canceled_) return Step::kGone;
  std::unique_lock lock(mutex_);
  if (pending_ == nullptr) return Step::kGone;
  const backend::PendingState state = pending_->wait(deadline);
  if (state == backend::PendingState::kPending) return Step::kWaiting;
  pending_ = nullptr;
  CompletionCallback callback;
  callback.swap(callback_);
  lock.unlock();
  if (!callback) return Step::kGone;
  callback(state);
  return Step::kCalled;
}

void Completion::cancel() {
  canceled_ = true;  // keeps a watcher from taking the lock again and again
  CompletionCallback dropped;
  std::lock_guard lock(mutex_);
  pending_ = nullptr;
  dropped.swap(callback_);
}

}  // namespace vyre::runtime
