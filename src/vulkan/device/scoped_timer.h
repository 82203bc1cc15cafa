#pragma once

#include "vulkan/device/logical_device.h"

namespace vyre::vulkan {

// A part of the work on a device. How long it takes is added to |sum| at its end where times are
// asked for, and it stands in the trace where there is one.
class ScopedTimer {
 public:
  // |number|: of the submission that it is about; 0: none.
  ScopedTimer(const LogicalDevice& device,
              kernel_host::DeviceCounters::Count kernel_host::DeviceCounters::*sum,
              const char* name, uint64_t number = 0)
      : device_(device), sum_(sum), name_(name), number_(number) {
    if (device_.observes()) start_ = trace_clock();
  }
  ~ScopedTimer() {
    if (device_.observes()) finish();
  }
  ScopedTimer(const ScopedTimer&) = delete;
  ScopedTimer& operator=(const ScopedTimer&) = delete;

 private:
  void finish() const;

  const LogicalDevice& device_;
  kernel_host::DeviceCounters::Count kernel_host::DeviceCounters::*const sum_;
  const char* const name_;
  const uint64_t number_;
  uint64_t start_ = 0;
};

// Adds |submission|, which is over by now, and what the device did for it to the trace, which there
// is. |ticks|: its two timestamps, where there are any.
using Ticks = std::array<uint64_t, 2>;
void trace_end(const LogicalDevice& device, TraceEvent submission,
               const std::optional<Ticks>& ticks);

}  // namespace vyre::vulkan
