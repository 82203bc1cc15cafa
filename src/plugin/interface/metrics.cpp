#include "plugin/interface/metrics.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "base/encoding/shown.h"
#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "ir/program/display_name.h"

namespace vyre::plugin {
namespace {

using backend::Counters;

// Those that the library counts alone.
constexpr std::string_view kLibraryNames[] = {
#define VYRE_MEMORY_METRIC(id, name, c_name, unit, kind, source, words) #c_name,
#define VYRE_DISK_METRIC(id, name, c_name, unit, kind, source, words) #c_name,
#include "backend/metrics.def"
};
constexpr size_t kMaxName = 256;                     // of a metric, or its unit
constexpr std::string_view kMisses = "disk_misses";  // and behind it the reason

bool is_library_name(std::string_view name) {
  return name.starts_with(kMisses) ||
         std::ranges::find(kLibraryNames, name) != std::end(kLibraryNames);
}

Status told_twice(std::string_view name) {
  return fail(Code::kInvalidArgument, "the metric ", ir::display_name(name),
              " is told twice. Fix: tell it once in a call of get_metrics");
}

Status check(vyre_string name, vyre_string unit, vyre_metric_kind kind) {
  VYRE_RETURN_IF_ERROR(capi::check_string(name, "name"));
  VYRE_RETURN_IF_ERROR(capi::check_string(unit, "unit"));
  if (name.size == 0) return fail(Code::kInvalidArgument, "name is empty. Fix: name the metric");
  if (kind > VYRE_METRIC_KIND_GAUGE) {
    return fail(Code::kInvalidArgument, "kind is ", uint32_t{kind},
                ". Fix: use a VYRE_METRIC_KIND_ value");
  }
  if (!is_shown(capi::view(name), kMaxName) || !is_shown(capi::view(unit), kMaxName)) {
    return fail(Code::kInvalidArgument, "the metric ", ir::display_name(capi::view(name)), " of ",
                ir::display_name(capi::view(unit)), " cannot be shown. Fix: use UTF-8 without ",
                "control characters, ", kMaxName, " bytes at the most");
  }
  if (!is_library_name(capi::view(name))) return {};
  return fail(Code::kInvalidArgument, "the metric ", ir::display_name(capi::view(name)),
              " is the library's. Fix: use another name");
}

// One that every device may have.
Status add_known(Counters& counters, const backend::Metric& metric, uint64_t value) {
  std::optional<uint64_t>& place = counters.*metric.value;
  if (place) return told_twice(metric.name);
  if (value != VYRE_UNKNOWN) place = value;
  return {};
}

Status add_own(Counters& counters, std::string_view name, std::string_view unit,
               vyre_metric_kind kind, uint64_t value) {
  if (std::ranges::find(counters.own, name, &backend::OwnMetric::name) != counters.own.end()) {
    return told_twice(name);
  }
  counters.own.push_back(
      {std::string(name), std::string(unit), static_cast<backend::MetricKind>(kind), value});
  return {};
}

static_assert(static_cast<int>(backend::MetricKind::kCounter) == VYRE_METRIC_KIND_COUNTER);
static_assert(static_cast<int>(backend::MetricKind::kGauge) == VYRE_METRIC_KIND_GAUGE);

}  // namespace

void metric_add(vyre_metric_sink* sink, vyre_string name, vyre_string unit, vyre_metric_kind kind,
                uint64_t value) {
  if (sink == nullptr) return;
  vyre_error* failure = capi::guard([&]() -> Status {
    VYRE_RETURN_IF_ERROR(check(name, unit, kind));
    const std::string_view told = capi::view(name);
    const auto known = std::ranges::find(backend::kMetrics, told, &backend::Metric::name);
    if (known != std::end(backend::kMetrics)) return add_known(sink->counters, *known, value);
    return add_own(sink->counters, told, capi::view(unit), kind, value);
  });
  if (sink->failure == nullptr) {
    sink->failure = failure;
  } else {
    vyre_error_destroy(failure);
  }
}

}  // namespace vyre::plugin
