#pragma once

#include <atomic>
#include <cstdint>

#include "backend/counters.h"
#include "backend/statistics.h"

namespace vyre::kernel_host {

// What one backend counts, on all the devices that it opens one after the other. Thread-safe.
class DeviceCounters {
 public:
  using Count = std::atomic<uint64_t>;

  // |times|: whether it is measured how long things take.
  explicit DeviceCounters(bool times = false) : times_(times) {}

  static void add(Count& count, uint64_t by = 1) { count.fetch_add(by, std::memory_order_relaxed); }
  static void remove(Count& count) { count.fetch_sub(1, std::memory_order_relaxed); }

  void reserve(uint64_t bytes) {
    const uint64_t now = device_bytes_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    uint64_t most = max_device_bytes_.load(std::memory_order_relaxed);
    while (most < now && !max_device_bytes_.compare_exchange_weak(most, now)) {
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
    counters.max_device_bytes = max_device_bytes_.load();
    counters.traps = traps.load();
    counters.device_losses = device_losses.load();
    counters.recoveries = recoveries.load();
    return counters;
  }

  backend::Statistics statistics() const {
    backend::Statistics statistics;
    if (times_) {
      statistics.record_ns = record_ns.load();
      statistics.submit_ns = submit_ns.load();
      statistics.spin_ns = spin_ns.load();
      statistics.block_ns = block_ns.load();
    }
    statistics.device_ns = device_ns_.load();
    statistics.device_timed = device_timed_.load();
    statistics.uploads = uploads_.load();
    statistics.uploaded_bytes = uploaded_bytes_.load();
    statistics.downloads = downloads_.load();
    statistics.downloaded_bytes = downloaded_bytes_.load();
    statistics.device_copies = device_copies_.load();
    statistics.device_copied_bytes = device_copied_bytes_.load();
    statistics.recordings = recordings.load();
    statistics.repetitions = repetitions.load();
    statistics.barriers = barriers.load();
    return statistics;
  }

  bool times() const { return times_; }

  void uploaded(uint64_t bytes, uint64_t uploads = 1) {
    add(uploads_, uploads);
    add(uploaded_bytes_, bytes);
  }
  void downloaded(uint64_t bytes) {
    add(downloads_);
    add(downloaded_bytes_, bytes);
  }
  void copied(uint64_t bytes, uint64_t copies = 1) {
    add(device_copies_, copies);
    add(device_copied_bytes_, bytes);
  }
  void timed(uint64_t nanoseconds) {
    add(device_ns_, nanoseconds);
    add(device_timed_);
  }

  Count record_ns = 0;
  Count submit_ns = 0;
  Count spin_ns = 0;
  Count block_ns = 0;
  Count recordings = 0;
  Count repetitions = 0;
  Count barriers = 0;

  Count submissions = 0;
  Count waits = 0;
  Count kernels_compiled = 0;
  Count kernels_alive = 0;
  Count traps = 0;
  Count device_losses = 0;
  Count recoveries = 0;

 private:
  const bool times_;
  Count device_ns_ = 0;
  Count device_timed_ = 0;
  Count uploads_ = 0;
  Count uploaded_bytes_ = 0;
  Count downloads_ = 0;
  Count downloaded_bytes_ = 0;
  Count device_copies_ = 0;
  Count device_copied_bytes_ = 0;
  Count device_bytes_ = 0;
  Count max_device_bytes_ = 0;
};

}  // namespace vyre::kernel_host
