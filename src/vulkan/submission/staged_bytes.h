#pragma once

#include <cstdint>
#include <deque>
#include <mutex>

#include "vulkan/submission/queue.h"

namespace vyre::vulkan {

// What the host has written ahead of the device, in staging memory that nobody waits for.
// Thread-safe.
class StagedBytes {
 public:
  explicit StagedBytes(Queue& queue) : queue_(queue) {}

  // Refuses |bytes| more as kNotReady. Any number has room when nothing else is staged.
  Status check_room(uint64_t bytes);
  void add(uint64_t bytes, uint64_t submission);  // that copies them

 private:
  static constexpr uint64_t kMaxBytes = uint64_t{256} << 20;

  struct Staged {
    uint64_t bytes;
    uint64_t submission;
  };

  bool has_room(uint64_t bytes) const;  // needs mutex_

  Queue& queue_;
  std::mutex mutex_;
  // State below is guarded by mutex_.
  std::deque<Staged> staged_;
  uint64_t bytes_ = 0;  // of all of them
};

}  // namespace vyre::vulkan
