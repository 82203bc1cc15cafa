#pragma once

#include <atomic>
#include <cstdint>

#include "backend/counters.h"

namespace vyre::vulkan {

// What one backend counts, on all the devices that it opens one after the other. Thread-safe.
class Tally {
 public:
  using Count = std::atomic<uint64_t>;

  static void add(Count& count) { count.fetch_add(1, std::memory_order_relaxed); }
  static void remove(Count& count) { count.fetch_sub(1, std::memory_order_relaxed); }

  void reserve(uint64_t bytes) {
    const uint64_t now = device_bytes_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    uint64_t most = most_device_bytes_.load(std::memory_order_relaxed);
    while (most < now && !most_device_bytes_.compare_exchange_weak(most, now)) {
    }
  }
  void release(uint64_t bytes) { device_bytes_.fetch_sub(bytes, std::memory_order_relaxed); }

  backend::Counters counters() const {
    backend::Counters counters;
    counters.submissions = submissions.load();
    counters.waits = waits.load();
    counters.kernels_compiled = kernels_compiled.load();
    counters.kernels_alive = kernels_alive.load();
    counters.device_bytes = device_bytes_.load();
    counters.most_device_bytes = most_device_bytes_.load();
    counters.traps = traps.load();
    counters.device_losses = device_losses.load();
    counters.recoveries = recoveries.load();
    return counters;
  }

  Count submissions = 0;
  Count waits = 0;
  Count kernels_compiled = 0;
  Count kernels_alive = 0;
  Count traps = 0;
  Count device_losses = 0;
  Count recoveries = 0;

 private:
  Count device_bytes_ = 0;
  Count most_device_bytes_ = 0;
};

}  // namespace vyre::vulkan
