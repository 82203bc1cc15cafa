#pragma once

#include "backend/counters.h"
#include "vyre_driver_plugin.h"

// What one call of a table's get_metrics tells.
struct vyre_metric_sink {
  vyre_metric_sink() = default;
  vyre_metric_sink(const vyre_metric_sink&) = delete;
  vyre_metric_sink& operator=(const vyre_metric_sink&) = delete;
  ~vyre_metric_sink() { vyre_error_destroy(failure); }

  vyre::backend::Counters counters;
  vyre_error* failure = nullptr;  // the first metric that is none
};

namespace vyre::plugin {

// The function of the host's table.
void metric_add(vyre_metric_sink* sink, vyre_string name, vyre_string unit, vyre_metric_kind kind,
                uint64_t value);

}  // namespace vyre::plugin
