#include "vulkan/device/clock.h"

#include <algorithm>

namespace vyre::vulkan {
namespace {

// Clocks drift apart by some microseconds in a second.
constexpr uint64_t kCalibrationAge = 200'000'000;

}  // namespace

// A timestamp has so many bits; half of their range lies before, half behind.
int64_t DeviceClock::ticks_between(uint64_t from, uint64_t to) const {
  const uint32_t unused = 64 - std::min(physical_.timestamp_valid_bits, 64u);
  return static_cast<int64_t>((to - from) << unused) >> unused;
}

uint64_t DeviceClock::nanoseconds(int64_t ticks) const {
  const double period = static_cast<double>(physical_.limits.timestampPeriod);
  return static_cast<uint64_t>(static_cast<int64_t>(static_cast<double>(ticks) * period));
}

// Of three tries the one that the driver is surest of.
std::optional<DeviceClock::Calibration> DeviceClock::calibrate() const {
  VkCalibratedTimestampInfoEXT infos[2] = {};
  infos[0].sType = infos[1].sType = VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT;
  infos[0].timeDomain = VK_TIME_DOMAIN_DEVICE_EXT;
  infos[1].timeDomain = VK_TIME_DOMAIN_CLOCK_MONOTONIC_EXT;
  std::optional<Calibration> best;
  uint64_t least = UINT64_MAX;
  for (int i = 0; i < 3; ++i) {
    uint64_t times[2] = {0, 0};
    uint64_t deviation = 0;
    if (get_calibrated_(device_, 2, infos, times, &deviation) != VK_SUCCESS) return std::nullopt;
    if (best && deviation >= least) continue;
    best = {times[0], times[1]};
    least = deviation;
  }
  return best;
}

bool DeviceClock::is_calibrated(uint64_t now) {
  if (get_calibrated_ == nullptr) return false;
  if (!calibration_ || now - std::min(now, calibration_->host) > kCalibrationAge) {
    calibration_ = calibrate();
  }
  return calibration_.has_value();
}

void DeviceClock::place(uint64_t first, uint64_t last, uint64_t submitted, uint64_t seen,
                        TraceEvent& event) {
  const uint64_t duration = nanoseconds(std::max<int64_t>(ticks_between(first, last), 0));
  const std::lock_guard lock(mutex_);
  if (is_calibrated(seen)) {
    event.clock = TraceEvent::Clock::kCalibrated;
    event.start = calibration_->host + nanoseconds(ticks_between(calibration_->ticks, first));
    event.end = event.start + duration;
    return;
  }
  event.clock = TraceEvent::Clock::kPlaced;
  const uint64_t latest = seen - std::min(duration, seen - submitted);
  event.start = std::min(std::max(submitted, last_end_), latest);
  event.end = event.start + duration;
  last_end_ = event.end;
}

}  // namespace vyre::vulkan
