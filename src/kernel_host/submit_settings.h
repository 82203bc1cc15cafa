#pragma once

#include <atomic>

#include "backend/device.h"

namespace vyre::kernel_host {

// The policy of a device, which any thread may change meanwhile. Each number counts by itself.
class SubmitSettings {
 public:
  backend::SubmitPolicy get() const { return {spin_ns(), spin_threads(), max_submission_ns()}; }
  void set(const backend::SubmitPolicy& policy) {
    spin_ns_.store(policy.spin_ns, std::memory_order_relaxed);
    spin_threads_.store(policy.spin_threads, std::memory_order_relaxed);
    max_submission_ns_.store(policy.max_submission_ns, std::memory_order_relaxed);
  }

  uint64_t spin_ns() const { return spin_ns_.load(std::memory_order_relaxed); }
  uint32_t spin_threads() const { return spin_threads_.load(std::memory_order_relaxed); }
  uint64_t max_submission_ns() const { return max_submission_ns_.load(std::memory_order_relaxed); }

 private:
  std::atomic<uint64_t> spin_ns_ = 0;
  std::atomic<uint32_t> spin_threads_ = 0;
  std::atomic<uint64_t> max_submission_ns_ = 0;
};

}  // namespace vyre::kernel_host
