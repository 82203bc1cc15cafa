#pragma once

#include <atomic>
#include <cstdint>

#include "backend/counters.h"

namespace vyre::runtime {

// What is counted the same way on every backend. Thread-safe.
struct CallCounters {
  using Count = std::atomic<uint64_t>;

  static void add(Count& count, uint64_t by = 1) { count.fetch_add(by, std::memory_order_relaxed); }
  static void remove(Count& count) { count.fetch_sub(1, std::memory_order_relaxed); }

  // Puts the counts where |counters| has none.
  void complete(backend::Counters& counters) const;

  Count dispatches = 0;
  Count split_dispatches = 0;
  Count segments = 0;
  Count grid_barriers = 0;
  Count spilled_bytes = 0;
  Count kernels_compiled = 0;
  Count buffers_alive = 0;
  Count buffers_freed = 0;  // early
  Count uploaded_bytes = 0;
  Count downloaded_bytes = 0;
  Count recoveries = 0;
};

}  // namespace vyre::runtime
