#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

#include "backend/device.h"

namespace vyre::test {

// A semaphore that no device takes, unless it takes all.
class CountingSemaphore final : public backend::Semaphore {
 public:
  Result<bool> wait(uint64_t value, backend::Deadline deadline) override {
    std::unique_lock lock(mutex_);
    ++waits_;
    return changed_.wait_until(lock, deadline, [&] { return value_ >= value; });
  }
  Status signal(uint64_t value) override {
    const std::lock_guard lock(mutex_);
    value_ = value;
    changed_.notify_all();
    return {};
  }
  const void* owner() const override { return nullptr; }

  uint64_t value() const {
    const std::lock_guard lock(mutex_);
    return value_;
  }
  uint64_t waits() const { return waits_; }  // that have begun

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  uint64_t value_ = 0;  // guarded by mutex_
  std::atomic<uint64_t> waits_ = 0;
};

}  // namespace vyre::test
