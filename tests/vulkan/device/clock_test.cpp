#include "vulkan/device/clock.h"

#include <gtest/gtest.h>

namespace vyre::vulkan {
namespace {

// A device whose clock was at 1,000 ticks of two nanoseconds when the host's was at 50,000.
VKAPI_ATTR VkResult VKAPI_CALL calibrated(VkDevice, uint32_t,
                                          const VkCalibratedTimestampInfoEXT* infos,
                                          uint64_t* times, uint64_t* deviation) {
  EXPECT_EQ(infos[0].timeDomain, VK_TIME_DOMAIN_DEVICE_EXT);
  EXPECT_EQ(infos[1].timeDomain, VK_TIME_DOMAIN_CLOCK_MONOTONIC_EXT);
  times[0] = 1'000;
  times[1] = 50'000;
  *deviation = 1;
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL failing(VkDevice, uint32_t, const VkCalibratedTimestampInfoEXT*,
                                       uint64_t*, uint64_t*) {
  return VK_ERROR_OUT_OF_HOST_MEMORY;
}

PhysicalDevice device_of(uint32_t bits) {
  PhysicalDevice device;
  device.timestamp_valid_bits = bits;
  device.limits.timestampPeriod = 2;
  return device;
}

TraceEvent placed(DeviceClock& clock, uint64_t first, uint64_t last, uint64_t submitted,
                  uint64_t seen) {
  TraceEvent event;
  clock.place(first, last, submitted, seen, event);
  return event;
}

TEST(DeviceClock, SetsTimestampsAgainstTheHostsClock) {
  const PhysicalDevice device = device_of(64);
  DeviceClock clock(device, VK_NULL_HANDLE, calibrated);
  const TraceEvent after = placed(clock, 1'100, 1'150, 50'000, 51'000);
  EXPECT_EQ(after.clock, TraceEvent::Clock::kCalibrated);
  EXPECT_EQ(after.start, 50'200u);
  EXPECT_EQ(after.end, 50'300u);
  EXPECT_EQ(placed(clock, 900, 950, 49'000, 51'000).start, 49'800u) << "before the calibration";
}

TEST(DeviceClock, CountsOnWhereTimestampsBeginAnew) {
  const PhysicalDevice device = device_of(36);
  DeviceClock clock(device, VK_NULL_HANDLE, calibrated);
  const uint64_t turn = uint64_t{1} << 36;
  const TraceEvent event = placed(clock, turn - 100, 100, 40'000, 51'000);
  EXPECT_EQ(event.start, 50'000u - 2 * 1'100);
  EXPECT_EQ(event.end - event.start, 400u);
}

TEST(DeviceClock, PlacesWorkInItsSubmissionWhereItCannotKnow) {
  const PhysicalDevice device = device_of(64);
  for (const auto get : {PFN_vkGetCalibratedTimestampsEXT{nullptr}, &failing}) {
    DeviceClock clock(device, VK_NULL_HANDLE, get);
    const TraceEvent first = placed(clock, 500, 550, 10'000, 10'500);
    EXPECT_EQ(first.clock, TraceEvent::Clock::kPlaced);
    EXPECT_EQ(first.start, 10'000u);
    EXPECT_EQ(first.end, 10'100u);
    const TraceEvent second = placed(clock, 550, 600, 10'010, 10'500);
    EXPECT_EQ(second.start, 10'100u) << "behind the one before";
    const TraceEvent tight = placed(clock, 600, 650, 10'020, 10'130);
    EXPECT_EQ(tight.start, 10'030u) << "over when it was seen to be";
    const TraceEvent odd = placed(clock, 0, 1'000, 20'000, 20'500);
    EXPECT_GE(odd.start, 20'000u) << "longer than its submission by its own clock";
  }
}

TEST(DeviceClock, TakesNoTimeToBeNegative) {
  const PhysicalDevice device = device_of(64);
  DeviceClock clock(device, VK_NULL_HANDLE, calibrated);
  const TraceEvent event = placed(clock, 1'200, 1'100, 50'000, 51'000);
  EXPECT_EQ(event.end, event.start);
}

}  // namespace
}  // namespace vyre::vulkan
