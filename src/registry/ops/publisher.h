#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

#include "registry/ops/snapshot.h"

namespace vyre::registry {

// Holds the snapshot that counts now. Publishing replaces it in one step: who holds the old one
// keeps seeing all of it, who asks afterwards gets all of the new one. Any thread.
class Publisher {
 public:
  // What is done with a snapshot before others may see it. It may be asked for one twice.
  using Prepare = void (*)(const Snapshot& snapshot);

  explicit Publisher(std::shared_ptr<const Snapshot> first, Prepare prepare = nullptr)
      : prepare_(prepare), current_(std::move(first)) {
    if (prepare_ != nullptr) prepare_(*current_);
  }

  void publish(std::shared_ptr<const Snapshot> next);

  // Publishes |next| if |expected| is still what counts; whether it was.
  bool replace(const std::shared_ptr<const Snapshot>& expected,
               std::shared_ptr<const Snapshot> next);

  std::shared_ptr<const Snapshot> current() const;

  // Grows with every publish; starts at 1.
  uint64_t generation() const { return generation_.load(std::memory_order_acquire); }

 private:
  friend class View;

  void prepare_next(const Snapshot& next) const {
    if (prepare_ != nullptr) prepare_(next);
  }
  void install(std::shared_ptr<const Snapshot>& next);  // with mutex_; leaves the old one in |next|

  const Prepare prepare_;
  // Far from what taking the lock writes: views read it all the time, from many cores.
  alignas(64) std::atomic<uint64_t> generation_ = 1;
  alignas(64) mutable std::mutex mutex_;
  std::shared_ptr<const Snapshot> current_;  // guarded by mutex_
};

// The current snapshot for one thread's hot path: one acquire load, and a lock only after a
// publish. Not thread-safe; the publisher must outlive it.
class View {
 public:
  explicit View(const Publisher& publisher) : publisher_(publisher) { refresh(); }

  // Valid until the next call.
  const Snapshot& current() { return *held(); }
  const std::shared_ptr<const Snapshot>& held() {
    if (publisher_.generation_.load(std::memory_order_acquire) != seen_) refresh();
    return held_;
  }

 private:
  void refresh();

  const Publisher& publisher_;
  uint64_t seen_ = 0;
  std::shared_ptr<const Snapshot> held_;
};

}  // namespace vyre::registry
