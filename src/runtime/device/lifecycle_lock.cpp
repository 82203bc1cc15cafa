#include "runtime/device/lifecycle_lock.h"

namespace vyre::runtime {

void LifecycleLock::enter() {
  while ((inside_.fetch_add(1) & kClosed) != 0) {
    leave();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return (inside_.load() & kClosed) == 0; });
  }
}

void LifecycleLock::leave() {
  if (inside_.fetch_sub(1) != (kClosed | 1)) return;
  const std::lock_guard lock(mutex_);
  changed_.notify_all();
}

// One that looks in and goes away again is inside for a moment too.
void LifecycleLock::close() {
  inside_.fetch_or(kClosed);
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return inside_.load() == kClosed; });
}

void LifecycleLock::open() {
  {
    const std::lock_guard lock(mutex_);
    inside_.fetch_and(~kClosed);
  }
  changed_.notify_all();
}

}  // namespace vyre::runtime
