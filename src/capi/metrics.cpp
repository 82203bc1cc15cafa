#include "capi/metrics.h"

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"

using vyre::Status;
using namespace vyre::capi;

namespace {

template <typename Struct, size_t kSize>
Struct fill(Struct c, const MetricRow<Struct> (&rows)[kSize],
            const vyre::backend::Counters& counters) {
  for (const auto& row : rows) {
    c.*row.field = (counters.*row.value).value_or(0);
    c.set |= counters.*row.value ? row.bit : 0;
  }
  return c;
}

}  // namespace

vyre_error* vyre_backend_get_counters(const vyre_backend* backend, vyre_counters* out_counters) {
  return guard(backend, "backend", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(out_counters, "out_counters"));
    const vyre_counters empty = VYRE_COUNTERS_INIT;
    return write_struct(out_counters, fill(empty, kCounterRows, backend->rep->counters()),
                        "vyre_counters");
  });
}

vyre_error* vyre_backend_get_statistics(const vyre_backend* backend,
                                        vyre_statistics* out_statistics) {
  return guard(backend, "backend", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(out_statistics, "out_statistics"));
    const vyre_statistics empty = VYRE_STATISTICS_INIT;
    return write_struct(out_statistics, fill(empty, kStatisticRows, backend->rep->counters()),
                        "vyre_statistics");
  });
}
