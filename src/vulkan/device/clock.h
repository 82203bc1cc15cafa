#pragma once

#include <cstdint>
#include <mutex>
#include <optional>

#include "trace/trace.h"
#include "vulkan/device/physical_device.h"

namespace vyre::vulkan {

// Where on the host's clock the device's timestamps are. Thread-safe.
class DeviceClock {
 public:
  DeviceClock(const PhysicalDevice& physical, VkDevice device,
              PFN_vkGetCalibratedTimestampsEXT get_calibrated)
      : physical_(physical), device_(device), get_calibrated_(get_calibrated) {}

  // Puts start, end and clock into |event| for work between two timestamps of the device, whose
  // submission began at |submitted| and was seen to be over at |seen|.
  void place(uint64_t first, uint64_t last, uint64_t submitted, uint64_t seen, TraceEvent& event);

 private:
  struct Calibration {
    uint64_t ticks = 0;
    uint64_t host = 0;
  };
  int64_t ticks_between(uint64_t from, uint64_t to) const;
  uint64_t nanoseconds(int64_t ticks) const;
  std::optional<Calibration> calibrate() const;
  bool is_calibrated(uint64_t now);

  const PhysicalDevice& physical_;
  const VkDevice device_;
  const PFN_vkGetCalibratedTimestampsEXT get_calibrated_;  // null: the device cannot

  std::mutex mutex_;
  // State below is guarded by mutex_.
  std::optional<Calibration> calibration_;
  uint64_t last_end_ = 0;  // of what was placed without calibration
};

}  // namespace vyre::vulkan
