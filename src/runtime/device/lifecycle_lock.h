#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace vyre::runtime {

// Many may be inside; who closes it waits until all have left and keeps others outside until it is
// opened again. Entering costs one atomic step while nobody closes it. A thread that is inside does
// not enter again. One thread at a time closes it.
class LifecycleLock {
 public:
  void enter();
  void leave();

  // Closed as long as this lives.
  class Closed {
   public:
    explicit Closed(LifecycleLock& lock) : lock_(lock) { lock_.close(); }
    ~Closed() { lock_.open(); }
    Closed(const Closed&) = delete;
    Closed& operator=(const Closed&) = delete;

   private:
    LifecycleLock& lock_;
  };

 private:
  void close();
  void open();

  static constexpr uint64_t kClosed = uint64_t{1} << 63;

  std::atomic<uint64_t> inside_ = 0;  // how many, and kClosed
  std::mutex mutex_;
  std::condition_variable changed_;
};

}  // namespace vyre::runtime
