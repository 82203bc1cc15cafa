#include "backend/preference.h"

#include <tuple>

namespace vyre::backend {
namespace {

// A key that sorts ascending: what is better when larger is stored negated or complemented.
auto preference_key(const Candidate& candidate) {
  const profile::DeviceProfile& profile = candidate.profile;
  return std::make_tuple(profile.kind == profile::DeviceKind::kCpu,
                         kMaxCapabilityScore - capability_score(profile),
                         -static_cast<int64_t>(timing_quality_score(profile.timing_quality)),
                         -profile.memory_bandwidth_gbps.value_or(0.0), candidate.rank,
                         candidate.acquisition_ns, std::string_view(candidate.id));
}

}  // namespace

uint32_t capability_score(const profile::DeviceProfile& profile) {
  const struct {
    bool holds;
    uint32_t points;
  } facts[] = {
      {profile.max_buffer_bytes > 0, 16},
      {profile.max_workgroup_invocations >= 64, 8},
      {profile.max_workgroup_invocations >= 256, 4},
      {profile.subgroup_size.value_or(0) > 0, 8},
      {profile.subgroup_operations, 8},
      {profile.subgroup_shuffle, 4},
      {profile.workgroup_memory_bytes > 0, 4},
      {profile.f16, 2},
      {profile.bf16, 2},
      {profile.tensor_cores, 4},
      {profile.indirect_dispatch, 2},
      {profile.device_timestamps, 2},
      {profile.hardware_counters, 2},
  };
  uint32_t score = 0;
  for (const auto& fact : facts) score += fact.holds ? fact.points : 0;
  return score;
}

uint32_t timing_quality_score(profile::TimingQuality quality) {
  return static_cast<uint32_t>(quality);
}

bool is_oracle(std::string_view id) { return id == "cpu-ref" || id == "reference"; }

bool comes_before(const Candidate& left, const Candidate& right) {
  return preference_key(left) < preference_key(right);
}

}  // namespace vyre::backend
