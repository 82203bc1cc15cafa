#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vyre::backend {

enum class Unit : uint8_t { kCount, kBytes, kNanoseconds };
enum class MetricKind : uint8_t { kCounter, kGauge };  // only grows, or how it is now

// What one backend alone counts.
struct OwnMetric {
  std::string name;
  std::string unit;
  MetricKind kind = MetricKind::kCounter;
  uint64_t value = 0;
};

// What happened on a device since it was opened, recoveries included (metrics.def says what). Each
// number is counted or absent; nothing is guessed. All but those "now" only grow.
struct Counters {
#define VYRE_METRIC(id, name, field, unit, kind, who, words) std::optional<uint64_t> field;
#include "backend/metrics.def"

  std::vector<OwnMetric> own = {};
};

// What counts for a device and for those that recoveries put in its place. Outlives them all.
// Thread-safe.
class CounterSource {
 public:
  virtual ~CounterSource() = default;
  virtual Counters counters() = 0;
};

// The same numbers where they are counted. Thread-safe.
struct Counts {
  using Count = std::atomic<uint64_t>;

  static void add(Count& count, uint64_t by = 1) { count.fetch_add(by, std::memory_order_relaxed); }
  static void remove(Count& count) { count.fetch_sub(1, std::memory_order_relaxed); }

#define VYRE_METRIC(id, name, field, unit, kind, who, words) Count field = 0;
#include "backend/metrics.def"
};

enum class CountedBy : uint8_t { kCalls, kDevice, kEither, kTimed };  // as metrics.def says

struct Metric {
  std::string_view name;  // "device_bytes"
  CountedBy by;
  Counts::Count Counts::*count;
  std::optional<uint64_t> Counters::*value;
};

inline constexpr Metric kMetrics[] = {
#define VYRE_METRIC(id, name, field, unit, kind, who, words) \
  {#field, CountedBy::who, &Counts::field, &Counters::field},
#include "backend/metrics.def"
};

}  // namespace vyre::backend
