#pragma once

#include "backend/counters.h"
#include "vyre_driver.h"

namespace vyre::capi {

// A number in a struct of the header and in Counters.
template <typename Struct>
struct MetricRow {
  uint64_t bit;
  uint64_t Struct::*field;
  std::optional<uint64_t> backend::Counters::*value;
};

inline constexpr MetricRow<vyre_counters> kCounterRows[] = {
#define VYRE_COUNTER(bit, name, c_field, field, unit, who, words) \
  {VYRE_COUNTER_##name, &vyre_counters::c_field, &backend::Counters::field},
#include "backend/metrics.def"
};

inline constexpr MetricRow<vyre_statistics> kStatisticRows[] = {
#define VYRE_STATISTIC(bit, name, c_field, field, unit, who, words) \
  {VYRE_STATISTIC_##name, &vyre_statistics::c_field, &backend::Counters::field},
#include "backend/metrics.def"
};

}  // namespace vyre::capi
