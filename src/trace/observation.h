#pragma once

#include <memory>

#include "trace/trace.h"

namespace vyre {

// What a context wants to know about the work of its backends. All off: nothing is looked at that
// takes time.
struct Observation {
  bool times = false;            // how long things take, for statistics
  bool labels = false;           // what debuggers show has names
  std::shared_ptr<Trace> trace;  // null: none
};

}  // namespace vyre
