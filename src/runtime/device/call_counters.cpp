#include "runtime/device/call_counters.h"

namespace vyre::runtime {

void CallCounters::complete(backend::Counters& counters) const {
  const struct {
    std::optional<uint64_t>& to;
    const Count& from;
  } counts[] = {
      {counters.dispatches, dispatches},
      {counters.split_dispatches, split_dispatches},
      {counters.segments, segments},
      {counters.grid_barriers, grid_barriers},
      {counters.spilled_bytes, spilled_bytes},
      {counters.kernels_compiled, kernels_compiled},
      {counters.buffers_alive, buffers_alive},
      {counters.uploaded_bytes, uploaded_bytes},
      {counters.downloaded_bytes, downloaded_bytes},
      {counters.recoveries, recoveries},
  };
  for (const auto& count : counts) {
    if (!count.to) count.to = count.from.load(std::memory_order_relaxed);
  }
}

}  // namespace vyre::runtime
