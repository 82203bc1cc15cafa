#pragma once

#include "backend/counters.h"

namespace vyre::runtime {

// What is counted the same way on every device. Thread-safe.
struct CallCounters : backend::Counts {
  // Puts the counts where |counters| has none.
  void complete(backend::Counters& counters) const {
    for (const auto& [by, count, value] : backend::kMetrics) {
      const bool counted = by == backend::CountedBy::kCalls || by == backend::CountedBy::kEither;
      if (counted && !(counters.*value)) counters.*value = (this->*count).load();
    }
  }

  Count buffers_freed = 0;  // early
};

}  // namespace vyre::runtime
