#include "capi/profile.h"

#include "capi/boundary/convert.h"

namespace vyre::capi {
namespace {

uint64_t features_of(const profile::DeviceProfile& profile) {
  uint64_t bits = 0;
  for (const auto& [bit, fact] : kProfileFeatures) bits |= profile.*fact ? bit : 0;
  return bits;
}

uint64_t quirks_of(const profile::DeviceProfile& profile) {
  uint64_t bits = 0;
#define VYRE_QUIRK(bit, name, field, words) bits |= profile.field ? VYRE_QUIRK_##name : 0;
#include "profile/features.def"
  return bits;
}

void copy_subgroups(const profile::DeviceProfile& profile, vyre_device_profile& c) {
  c.subgroup_size = profile.subgroup_size.value_or(0);
  const auto sizes =
      profile.subgroup_sizes.value_or(std::array<uint32_t, 2>{c.subgroup_size, c.subgroup_size});
  c.subgroup_size_min = sizes[0];
  c.subgroup_size_max = sizes[1];
}

static_assert(static_cast<int>(profile::FactSource::kUnknown) == VYRE_FACT_UNKNOWN);
static_assert(static_cast<int>(profile::FactSource::kReported) == VYRE_FACT_REPORTED);
static_assert(static_cast<int>(profile::FactSource::kMeasured) == VYRE_FACT_MEASURED);
static_assert(static_cast<int>(profile::DeviceKind::kOther) == VYRE_DEVICE_OTHER);
static_assert(static_cast<int>(profile::DeviceKind::kIntegrated) == VYRE_DEVICE_INTEGRATED);
static_assert(static_cast<int>(profile::DeviceKind::kDiscrete) == VYRE_DEVICE_DISCRETE);
static_assert(static_cast<int>(profile::DeviceKind::kVirtual) == VYRE_DEVICE_VIRTUAL);
static_assert(static_cast<int>(profile::DeviceKind::kCpu) == VYRE_DEVICE_CPU);
static_assert(static_cast<int>(profile::DeviceKind::kOracle) == VYRE_DEVICE_ORACLE);
static_assert(static_cast<int>(profile::TimingQuality::kHostOnly) == VYRE_TIMING_HOST_ONLY);
static_assert(static_cast<int>(profile::TimingQuality::kHostEnqueueWait) ==
              VYRE_TIMING_HOST_ENQUEUE_WAIT);
static_assert(static_cast<int>(profile::TimingQuality::kDeviceTimestamps) ==
              VYRE_TIMING_DEVICE_TIMESTAMPS);
static_assert(static_cast<int>(profile::TimingQuality::kHardwareCounters) ==
              VYRE_TIMING_HARDWARE_COUNTERS);

}  // namespace

vyre_device_profile to_c(const profile::DeviceProfile& profile) {
  vyre_device_profile c = VYRE_DEVICE_PROFILE_INIT;
  copy_fields(profile, c);
  copy_subgroups(profile, c);
  c.name = to_c(profile.name);
  c.driver = to_c(profile.driver);
  c.api_version = to_c(profile.api_version);
  c.features = features_of(profile);
  c.quirks = quirks_of(profile);
  c.memory_bandwidth_gbps = profile.memory_bandwidth_gbps.value_or(0.0);
  c.max_loop_trips = profile.max_loop_trips.value_or(0);
  c.max_buffer_accesses = profile.max_buffer_accesses.value_or(0);
  c.timing_source = static_cast<uint32_t>(profile.timing_source);
  c.bandwidth_source = static_cast<uint32_t>(profile.bandwidth_source);
  return c;
}

}  // namespace vyre::capi
