#pragma once

#include <cstdint>

namespace vyre::backend {

// How work is handed over and waited for. No result depends on it.
struct SubmitPolicy {
  uint64_t spin_ns = 0;       // how long a wait looks again and again before it sleeps
  uint32_t spin_threads = 0;  // while no more threads than these wait
  // What is estimated to take longer is submitted in parts of about that long; 0: never.
  uint64_t max_submission_ns = 0;
};

}  // namespace vyre::backend
