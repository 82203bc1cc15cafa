#pragma once

#include "backend/counters.h"

namespace vyre::kernel_host {

// What one backend counts, on all the devices that it opens one after the other. Thread-safe.
class DeviceCounters final : public backend::Counts, public backend::CounterSource {
 public:
  // |times|: whether it is measured how long things take.
  explicit DeviceCounters(bool times = false) : times_(times) {}

  void reserve(uint64_t bytes) {
    const uint64_t now = device_bytes.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    uint64_t most = max_device_bytes.load(std::memory_order_relaxed);
    while (most < now && !max_device_bytes.compare_exchange_weak(most, now)) {
    }
  }
  void release(uint64_t bytes) { device_bytes.fetch_sub(bytes, std::memory_order_relaxed); }

  backend::Counters counters() override {
    using backend::CountedBy;
    backend::Counters now;
    for (const auto& [name, by, count, value] : backend::kMetrics) {
      if (by == CountedBy::kTimed ? times_ : by != CountedBy::kCalls) {
        now.*value = (this->*count).load();
      }
    }
    return now;
  }

  bool times() const { return times_; }

  void uploaded(uint64_t bytes, uint64_t copies = 1) {
    add(uploads, copies);
    add(uploaded_bytes, bytes);
  }
  void downloaded(uint64_t bytes) {
    add(downloads);
    add(downloaded_bytes, bytes);
  }
  void copied(uint64_t bytes, uint64_t copies = 1) {
    add(device_copies, copies);
    add(device_copied_bytes, bytes);
  }
  void timed(uint64_t nanoseconds) {
    add(device_ns, nanoseconds);
    add(device_timed);
  }

 private:
  const bool times_;
};

}  // namespace vyre::kernel_host
