#include "runtime/selection_reason.h"

#include "runtime/inventory.h"

namespace vyre::runtime {

std::string reason_chosen(const Entry& entry) {
  return concat("best candidate, capability score ", entry.score, " of ",
                backend::kMaxCapabilityScore);
}

std::string reason_later(const Entry& earlier, const Entry& later) {
  const auto is_software = [](const Entry& e) {
    return e.profile.kind == backend::DeviceKind::kCpu;
  };
  const std::string after = concat("after '", earlier.id, "': ");
  if (is_software(earlier) != is_software(later)) return after + "it is a software device";
  if (earlier.score != later.score) {
    return concat(after, "capability score ", later.score, " below ", earlier.score);
  }
  if (earlier.profile.timing_quality != later.profile.timing_quality) {
    return after + "it times its work less well";
  }
  const double bandwidth = earlier.profile.memory_bandwidth_gbps.value_or(0.0);
  if (bandwidth > later.profile.memory_bandwidth_gbps.value_or(0.0)) {
    return after + "less memory bandwidth";
  }
  if (earlier.rank != later.rank) return concat(after, "rank ", later.rank);
  if (earlier.acquisition_ns != later.acquisition_ns) return after + "finding it took longer";
  return after + "equal in all facts, its id comes later";
}

}  // namespace vyre::runtime
