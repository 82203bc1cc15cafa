#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace vyre::runtime {

// Many may be inside; who closes it waits until all have left and keeps others outside until it is
// opened again. Entering costs one atomic step while nobody closes it. A thread that is inside does
// not enter again. close() and open() are called by one thread at a time.
class LifecycleLock {
 public:
  void enter();
  void leave();
  void close();
  void open();

 private:
  static constexpr uint64_t kClosed = uint64_t{1} << 63;

  std::atomic<uint64_t> inside_ = 0;  // how many, and kClosed
  std::mutex mutex_;
  std::condition_variable changed_;
};

}  // namespace vyre::runtime
