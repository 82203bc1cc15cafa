#include "plugin/backend/counters.h"

namespace vyre::plugin {

backend::Counters counters_from_c(const vyre_counters& given) {
  using backend::Counters;
  const struct {
    uint64_t bit;
    uint64_t vyre_counters::*from;
    std::optional<uint64_t> Counters::*to;
  } table[] = {
      {VYRE_COUNTER_DISPATCHES, &vyre_counters::dispatches, &Counters::dispatches},
      {VYRE_COUNTER_SPLIT_DISPATCHES, &vyre_counters::split_dispatches,
       &Counters::split_dispatches},
      {VYRE_COUNTER_SEGMENTS, &vyre_counters::segments, &Counters::segments},
      {VYRE_COUNTER_GRID_BARRIERS, &vyre_counters::grid_barriers, &Counters::grid_barriers},
      {VYRE_COUNTER_SPILLED_BYTES, &vyre_counters::spilled_bytes, &Counters::spilled_bytes},
      {VYRE_COUNTER_SUBMISSIONS, &vyre_counters::submissions, &Counters::submissions},
      {VYRE_COUNTER_WAITS, &vyre_counters::waits, &Counters::waits},
      {VYRE_COUNTER_KERNELS_COMPILED, &vyre_counters::kernels_compiled,
       &Counters::kernels_compiled},
      {VYRE_COUNTER_KERNELS_ALIVE, &vyre_counters::kernels_alive, &Counters::kernels_alive},
      {VYRE_COUNTER_BUFFERS_ALIVE, &vyre_counters::buffers_alive, &Counters::buffers_alive},
      {VYRE_COUNTER_DEVICE_BYTES, &vyre_counters::device_bytes, &Counters::device_bytes},
      {VYRE_COUNTER_MOST_DEVICE_BYTES, &vyre_counters::most_device_bytes,
       &Counters::max_device_bytes},
      {VYRE_COUNTER_UPLOADED_BYTES, &vyre_counters::uploaded_bytes, &Counters::uploaded_bytes},
      {VYRE_COUNTER_DOWNLOADED_BYTES, &vyre_counters::downloaded_bytes,
       &Counters::downloaded_bytes},
      {VYRE_COUNTER_TRAPS, &vyre_counters::traps, &Counters::traps},
      {VYRE_COUNTER_DEVICE_LOSSES, &vyre_counters::device_losses, &Counters::device_losses},
      {VYRE_COUNTER_RECOVERIES, &vyre_counters::recoveries, &Counters::recoveries},
  };
  Counters counters;
  for (const auto& row : table) {
    if ((given.set & row.bit) != 0) counters.*row.to = given.*row.from;
  }
  return counters;
}

}  // namespace vyre::plugin
