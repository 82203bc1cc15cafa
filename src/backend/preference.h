#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "profile/device_profile.h"

namespace vyre::backend {

inline constexpr uint32_t kMaxCapabilityScore = 66;
inline constexpr uint32_t kUnranked = 0xFFFFFFFFu;

// A backend that could be chosen, with everything the choice looks at.
struct Candidate {
  std::string id;
  profile::DeviceProfile profile;
  uint32_t rank = kUnranked;    // lower is better
  uint64_t acquisition_ns = 0;  // measured once and kept, so that the same context answers the same
};

// What a device can do, as one number of at most kMaxCapabilityScore.
uint32_t capability_score(const profile::DeviceProfile& profile);

uint32_t timing_quality_score(profile::TimingQuality quality);

// True for the ids that answer what is right and are never chosen implicitly.
bool is_oracle(std::string_view id);

// The order of preference: devices that are not the host's processor first, then capability,
// timing quality, memory bandwidth, rank, acquisition time and id. A strict weak order, total when
// ids differ.
bool comes_before(const Candidate& left, const Candidate& right);

}  // namespace vyre::backend
