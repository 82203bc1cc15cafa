#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "runtime/work/work.h"
#include "vyre_driver.h"

namespace vyre::capi {

inline int32_t state_number(backend::PendingState state) {
  switch (state) {
    case backend::PendingState::kPending:
      return VYRE_PENDING;
    case backend::PendingState::kReady:
      return VYRE_READY;
    case backend::PendingState::kFailed:
      return VYRE_FAILED;
  }
  return VYRE_FAILED;
}

inline backend::Deadline deadline_of(uint64_t timeout_ns) {
  const uint64_t longest = INT64_MAX;
  return runtime::deadline_after(
      std::chrono::nanoseconds(static_cast<int64_t>(std::min(timeout_ns, longest))));
}

}  // namespace vyre::capi
