#include <vector>

#include "backend/selection.h"
#include "support/matchers.h"
#include "support/vectors.h"

namespace vyre::backend {
namespace {

using test::spec_vectors;

bool flag(JsonValue fields, const char* name) {
  const JsonValue value = fields.find(name);
  return value && value.boolean();
}

uint64_t number(JsonValue fields, const char* name) {
  const JsonValue value = fields.find(name);
  return value ? static_cast<uint64_t>(value.number()) : 0;
}

profile::DeviceProfile profile_of(JsonValue fields) {
  profile::DeviceProfile profile;
  profile.max_buffer_bytes = number(fields, "max_storage_buffer_binding_size");
  profile.max_workgroup_invocations =
      static_cast<uint32_t>(number(fields, "max_invocations_per_workgroup"));
  profile.subgroup_size = static_cast<uint32_t>(number(fields, "subgroup_size"));
  profile.subgroup_operations = flag(fields, "supports_subgroup_ops");
  profile.subgroup_shuffle = flag(fields, "has_subgroup_shuffle");
  profile.workgroup_memory_bytes = flag(fields, "has_shared_memory") ? 1 : 0;
  profile.f16 = flag(fields, "supports_f16");
  profile.bf16 = flag(fields, "supports_bf16");
  profile.tensor_cores = flag(fields, "supports_tensor_cores");
  profile.indirect_dispatch = flag(fields, "supports_indirect_dispatch");
  profile.device_timestamps = flag(fields, "supports_device_timestamps");
  profile.hardware_counters = flag(fields, "supports_hardware_counters");
  return profile;
}

// A profile with exactly |score| points, of those that the vectors ask for.
profile::DeviceProfile profile_with_score(uint64_t score) {
  profile::DeviceProfile profile;
  profile.max_buffer_bytes = score & 16 ? 1 : 0;
  profile.workgroup_memory_bytes = score & 4 ? 1 : 0;
  profile.f16 = (score & 2) != 0;
  EXPECT_EQ(capability_score(profile), score);
  return profile;
}

Entry candidate_of(JsonValue fields) {
  Entry candidate;
  candidate.id = std::string(fields.find("id").string());
  candidate.rank = static_cast<uint32_t>(number(fields, "precedence"));
  // The vectors' score 1 cannot come from a profile; doubling keeps the order.
  candidate.profile = profile_with_score(2 * number(fields, "capability_score"));
  candidate.profile.timing_quality =
      static_cast<profile::TimingQuality>(number(fields, "timing_quality_score"));
  candidate.profile.bytes_per_second = number(fields, "memory_bandwidth_gbps") * 1'000'000'000;
  candidate.acquisition_ns = number(fields, "acquisition_ns");
  return candidate;
}

// Those that may be chosen, best first.
std::vector<std::string> preferred_ids(std::vector<Entry> entries) {
  for (Entry& entry : entries) {
    entry.usable = entry.dispatches = true;
    entry.oracle = is_oracle(entry.id);
  }
  choose(entries, {});
  std::vector<std::string> ids;
  for (const Entry& entry : entries) {
    if (entry.order != 0) ids.push_back(entry.id);
  }
  return ids;
}

Entry named(std::string id, profile::DeviceKind kind = profile::DeviceKind::kDiscrete) {
  Entry candidate;
  candidate.id = std::move(id);
  candidate.profile.kind = kind;
  return candidate;
}

TEST(CapabilityScore, EqualsThePublishedScores) {
  const JsonDocument document = spec_vectors();
  const JsonValue extras = document.root().find("extras");
  size_t cases = 0;
  for (const JsonValue item : extras.find("capability_score")) {
    EXPECT_EQ(capability_score(profile_of(item.find("fields"))), number(item, "score"))
        << item.find("profile").string();
    ++cases;
  }
  EXPECT_EQ(cases, 10u);
  EXPECT_EQ(kMaxCapabilityScore, number(extras, "capability_score_max"));
}

TEST(PreferenceOrder, EqualsThePublishedOrders) {
  const JsonDocument document = spec_vectors();
  size_t cases = 0;
  for (const JsonValue item : document.root().find("extras").find("selection_order")) {
    std::vector<Entry> candidates;
    for (const JsonValue one : item.find("candidates")) candidates.push_back(candidate_of(one));
    std::vector<std::string> expected;
    for (const JsonValue id : item.find("order")) expected.emplace_back(id.string());
    EXPECT_EQ(preferred_ids(candidates), expected) << item.find("case").string();
    ++cases;
  }
  EXPECT_EQ(cases, 7u);
}

TEST(PreferenceOrder, TimingQualityScoresFollowTheContract) {
  EXPECT_EQ(timing_quality_score(profile::TimingQuality::kHostOnly), 0u);
  EXPECT_EQ(timing_quality_score(profile::TimingQuality::kHostEnqueueWait), 1u);
  EXPECT_EQ(timing_quality_score(profile::TimingQuality::kDeviceTimestamps), 2u);
  EXPECT_EQ(timing_quality_score(profile::TimingQuality::kHardwareCounters), 3u);
}

TEST(PreferenceOrder, SoftwareDevicesComeAfterRealOnes) {
  Entry software = named("vulkan:a", profile::DeviceKind::kCpu);
  software.profile.max_buffer_bytes = 1;
  EXPECT_THAT(preferred_ids({software, named("vulkan:b")}), ElementsAre("vulkan:b", "vulkan:a"));
}

TEST(PreferenceOrder, OraclesAreNeverChosen) {
  EXPECT_THAT(preferred_ids({named("cpu-ref"), named("vulkan:a"), named("reference")}),
              ElementsAre("vulkan:a"));
}

TEST(PreferenceOrder, AnUnknownBandwidthCountsAsNone) {
  Entry known = named("z");
  known.profile.bytes_per_second = 1;
  EXPECT_THAT(preferred_ids({named("a"), known}), ElementsAre("z", "a"));
}

}  // namespace
}  // namespace vyre::backend
