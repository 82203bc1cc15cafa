#include "backend/selection.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/status/status.h"
#include "ir/program/display_name.h"

namespace vyre::backend {
namespace {

// A key that sorts ascending: what is better when larger is stored negated or complemented.
auto preference_key(const Entry& entry) {
  const profile::DeviceProfile& profile = entry.profile;
  return std::make_tuple(profile.kind == profile::DeviceKind::kCpu,
                         kMaxCapabilityScore - capability_score(profile),
                         -static_cast<int64_t>(timing_quality_score(profile.timing_quality)),
                         ~profile.bytes_per_second.value_or(0), entry.rank, entry.acquisition_ns,
                         std::string_view(entry.id));
}

using Reasoned = std::pair<Decision, std::string>;

bool is_excluded(const Entry& entry, const SelectOptions& options) {
  return std::ranges::any_of(options.exclude,
                             [&](const std::string& id) { return is_named(entry, id); });
}

// A device that tells what it can do only when it is open is looked at then.
Reasoned lack_of(Entry& entry, const SelectOptions& options) {
  if (options.needs == nullptr || !entry.capabilities) return {};
  Status status = options.needs->check(entry.view());
  if (status.ok()) return {};
  entry.missing = std::move(status.info().findings);
  return {Decision::kProgram, status.text()};
}

// Why |options| leave |entry| out; no decision when they do not.
Reasoned exclusion(const Entry& entry, const SelectOptions& options) {
  if (!entry.usable) return {Decision::kUnusable, entry.reason};
  if (!options.id.empty() && !is_named(entry, options.id)) {
    return {Decision::kNotNamed, concat("only ", ir::display_name(options.id),
                                        " is considered, as ", options.origin, " asks")};
  }
  if (is_excluded(entry, options)) {
    return {Decision::kExcluded, concat("excluded by ", options.origin)};
  }
  if (options.refuse_software && entry.profile.kind == profile::DeviceKind::kCpu) {
    return {Decision::kSoftwareRefused, "a software device, and these are refused"};
  }
  if (!options.id.empty()) return {};
  if (entry.oracle) return {Decision::kOracle, "an oracle, used only when it is named"};
  if (!entry.dispatches) {
    return {Decision::kDoesNotDispatch, "not declared to dispatch, used only when it is named"};
  }
  return {};
}

// The first fact by which |later| comes after |earlier|.
Reasoned why_later(const Entry& earlier, const Entry& later) {
  const bool software = later.profile.kind == profile::DeviceKind::kCpu;
  if (software && earlier.profile.kind != profile::DeviceKind::kCpu) {
    return {Decision::kSoftware, "it is a software device"};
  }
  if (earlier.score != later.score) {
    return {Decision::kScore, concat("capability score ", later.score, " below ", earlier.score)};
  }
  if (earlier.profile.timing_quality != later.profile.timing_quality) {
    return {Decision::kTiming, "it times its work less well"};
  }
  if (earlier.profile.bytes_per_second.value_or(0) > later.profile.bytes_per_second.value_or(0)) {
    return {Decision::kBandwidth, "less memory bandwidth"};
  }
  if (earlier.rank != later.rank) return {Decision::kRank, concat("rank ", later.rank)};
  if (earlier.acquisition_ns != later.acquisition_ns) {
    return {Decision::kAcquisition, "finding it took longer"};
  }
  return {Decision::kId, "equal in all facts, its id comes later"};
}

void put_candidates_first(std::vector<Entry>& entries) {
  std::ranges::stable_sort(entries, [](const Entry& left, const Entry& right) {
    if ((left.order != 0) != (right.order != 0)) return left.order != 0;
    return left.order != 0 && entry_before(left, right);
  });
}

void explain_places(std::vector<Entry>& entries) {
  for (uint32_t i = 0; i < entries.size() && entries[i].order != 0; ++i) {
    Entry& entry = entries[i];
    entry.order = i + 1;
    entry.chosen = i == 0;
    if (entry.chosen) {
      entry.decision = Decision::kBest;
      entry.reason =
          concat("best candidate, capability score ", entry.score, " of ", kMaxCapabilityScore);
      continue;
    }
    const auto [decision, reason] = why_later(entries[i - 1], entry);
    entry.decision = decision;
    entry.reason = concat("after '", entries[i - 1].id, "': ", reason);
  }
}

}  // namespace

std::string_view backend_name(std::string_view id) { return id.substr(0, id.find(':')); }

bool is_named(const Entry& entry, std::string_view id) {
  return entry.id == id || backend_name(entry.id) == id;
}

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

bool entry_before(const Entry& left, const Entry& right) {
  return preference_key(left) < preference_key(right);
}

std::string_view decision_name(Decision decision) {
  constexpr std::string_view kNames[] = {
      "NOTHING", "BEST",        "SOFTWARE", "SCORE",    "TIMING", "BANDWIDTH",
      "RANK",    "ACQUISITION", "ID",       "UNUSABLE", "NAME",   "EXCLUSION",
      "REFUSAL", "ORACLE",      "DISPATCH", "PROGRAM",
  };
  return kNames[static_cast<size_t>(decision)];
}

void choose(std::vector<Entry>& entries, const SelectOptions& options) {
  for (Entry& entry : entries) {
    std::tie(entry.decision, entry.reason) = exclusion(entry, options);
    if (entry.decision == Decision::kNone)
      std::tie(entry.decision, entry.reason) = lack_of(entry, options);
    entry.order = entry.decision == Decision::kNone ? 1 : 0;
  }
  put_candidates_first(entries);
  explain_places(entries);
}

}  // namespace vyre::backend
