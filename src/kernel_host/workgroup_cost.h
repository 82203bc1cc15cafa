#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>

namespace vyre::kernel_host {

// What a workgroup of a kernel costs the device, as far as it has been seen. Thread-safe.
class WorkgroupCost {
 public:
  // Rises at once and falls slowly: parts that are too short only cost their submission.
  void learn(uint64_t workgroups, uint64_t nanoseconds) {
    constexpr uint64_t kLongest = uint64_t{1} << 50;
    const uint64_t cost =
        std::max<uint64_t>(1, std::min(nanoseconds, kLongest) * kPerNanosecond / workgroups);
    const uint64_t known = cost_.load(std::memory_order_relaxed);
    cost_.store(cost >= known ? cost : known - (known - cost) / 4, std::memory_order_relaxed);
  }

  // How many workgroups take at most |nanoseconds|, at least one; none: nothing has been seen.
  std::optional<uint64_t> workgroups_in(uint64_t nanoseconds) const {
    const uint64_t cost = cost_.load(std::memory_order_relaxed);
    if (cost == 0) return std::nullopt;
    const uint64_t most =
        nanoseconds > UINT64_MAX / kPerNanosecond ? UINT64_MAX : nanoseconds * kPerNanosecond;
    return std::max<uint64_t>(1, most / cost);
  }

  std::optional<double> workgroup_ns() const {
    const uint64_t cost = cost_.load(std::memory_order_relaxed);
    if (cost == 0) return std::nullopt;
    return static_cast<double>(cost) / kPerNanosecond;
  }

 private:
  static constexpr uint64_t kPerNanosecond = 1024;
  std::atomic<uint64_t> cost_ = 0;  // of a workgroup, in parts of a nanosecond; 0: unknown
};

}  // namespace vyre::kernel_host
