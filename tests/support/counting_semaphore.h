#pragma once

#include <condition_variable>
#include <mutex>

#include "backend/device.h"

namespace vyre::test {

// A semaphore on the host, which counts the waits for it.
class CountingSemaphore final : public backend::Semaphore {
 public:
  explicit CountingSemaphore(const void* owner = nullptr) : owner_(owner) {}

  Result<bool> wait(uint64_t value, backend::Deadline deadline) override {
    std::unique_lock lock(mutex_);
    ++waits_;
    changed_.notify_all();
    return changed_.wait_until(lock, deadline, [&] { return value_ >= value; });
  }
  Status signal(uint64_t value) override {
    const std::lock_guard lock(mutex_);
    value_ = value;
    changed_.notify_all();
    return {};
  }
  const void* owner() const override { return owner_; }

  bool has_reached(uint64_t value) const { return this->value() >= value; }
  uint64_t value() const {
    const std::lock_guard lock(mutex_);
    return value_;
  }
  uint64_t waits() const {  // that have begun
    const std::lock_guard lock(mutex_);
    return waits_;
  }
  // Until somebody waits, or looks.
  void wait_for_waiting() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waits_ != 0; });
  }

 private:
  const void* const owner_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  uint64_t value_ = 0;  // guarded by mutex_
  uint64_t waits_ = 0;  // guarded by mutex_
};

}  // namespace vyre::test
