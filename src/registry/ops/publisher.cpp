#include "registry/ops/publisher.h"

namespace vyre::registry {

void Publisher::install(std::shared_ptr<const Snapshot>& next) {
  current_.swap(next);
  generation_.fetch_add(1, std::memory_order_release);
}

// The old snapshot ends in |next|, after the lock: freeing a large one takes time.
void Publisher::publish(std::shared_ptr<const Snapshot> next) {
  prepare_next(*next);
  const std::lock_guard lock(mutex_);
  install(next);
}

bool Publisher::replace(const std::shared_ptr<const Snapshot>& expected,
                        std::shared_ptr<const Snapshot> next) {
  prepare_next(*next);
  const std::lock_guard lock(mutex_);
  if (current_ != expected) return false;
  install(next);
  return true;
}

std::shared_ptr<const Snapshot> Publisher::current() const {
  const std::lock_guard lock(mutex_);
  return current_;
}

void View::refresh() {
  std::shared_ptr<const Snapshot> fresh;
  {
    const std::lock_guard lock(publisher_.mutex_);
    fresh = publisher_.current_;
    seen_ = publisher_.generation_.load(std::memory_order_relaxed);
  }
  held_ = std::move(fresh);
}

}  // namespace vyre::registry
