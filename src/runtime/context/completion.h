#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>

#include "backend/device.h"

namespace vyre::runtime {

// Called once when pending work has ended. What it captures is freed right after.
using CompletionCallback = std::function<void(backend::PendingState state)>;

// A callback that waits for pending work. Whoever watches it holds this object and never the work
// itself, so that destroying the work is final: after cancel() nobody touches it.
class Completion {
 public:
  enum class Step : uint8_t { kWaiting, kCalled, kGone };

  // An empty callback: the work is carried on and nobody is told.
  Completion(backend::Waitable* pending, CompletionCallback callback)
      : pending_(pending), callback_(std::move(callback)) {}

  // Waits until |deadline| at the longest, and makes the callback on this thread when the work has
  // ended. kGone: there is nothing left to wait for.
  Step advance(backend::Deadline deadline);

  // Waits for no callback, but for at most one advance() that has not begun it.
  void cancel();

 private:
  std::atomic<bool> canceled_ = false;
  std::mutex mutex_;
  backend::Waitable* pending_;   // borrowed, guarded by mutex_; null once called or canceled
  CompletionCallback callback_;  // guarded by mutex_
};

}  // namespace vyre::runtime
