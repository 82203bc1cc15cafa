#include "backend/selection.h"

#include <algorithm>

#include "base/status/status.h"

namespace vyre::backend {
namespace {

struct Exclusion {
  Decision decision = Decision::kNone;
  std::string reason;
};

bool is_excluded(const Entry& entry, const SelectOptions& options) {
  return std::ranges::any_of(options.exclude,
                             [&](const std::string& id) { return is_named(entry, id); });
}

// Why |options| leave |entry| out; no decision when they do not.
Exclusion exclusion(const Entry& entry, const SelectOptions& options) {
  if (!entry.usable) return {Decision::kUnusable, entry.reason};
  if (!options.id.empty() && !is_named(entry, options.id)) {
    return {Decision::kNotNamed,
            concat("only '", options.id, "' is considered, as ", options.origin, " asks")};
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
Exclusion why_later(const Entry& earlier, const Entry& later) {
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
  if (earlier.profile.memory_bandwidth_gbps.value_or(0.0) >
      later.profile.memory_bandwidth_gbps.value_or(0.0)) {
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
    const Exclusion later = why_later(entries[i - 1], entry);
    entry.decision = later.decision;
    entry.reason = concat("after '", entries[i - 1].id, "': ", later.reason);
  }
}

}  // namespace

std::string_view backend_name(std::string_view id) { return id.substr(0, id.find(':')); }

bool is_named(const Entry& entry, std::string_view id) {
  return entry.id == id || backend_name(entry.id) == id;
}

bool entry_before(const Entry& left, const Entry& right) {
  const auto candidate = [](const Entry& entry) {
    return Candidate{entry.id, entry.profile, entry.rank, entry.acquisition_ns};
  };
  return comes_before(candidate(left), candidate(right));
}

void choose(std::vector<Entry>& entries, const SelectOptions& options) {
  for (Entry& entry : entries) {
    Exclusion left_out = exclusion(entry, options);
    entry.order = left_out.decision == Decision::kNone ? 1 : 0;
    entry.decision = left_out.decision;
    entry.reason = std::move(left_out.reason);
  }
  put_candidates_first(entries);
  explain_places(entries);
}

}  // namespace vyre::backend
