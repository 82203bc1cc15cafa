#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "runtime/work/work.h"
#include "vyre_driver.h"

namespace vyre::capi {

constexpr int32_t state_number(backend::PendingState state) { return static_cast<int32_t>(state); }

static_assert(state_number(backend::PendingState::kPending) == VYRE_PENDING);
static_assert(state_number(backend::PendingState::kReady) == VYRE_READY);
static_assert(state_number(backend::PendingState::kFailed) == VYRE_FAILED);

inline backend::Deadline deadline_of(uint64_t timeout_ns) {
  const uint64_t longest = INT64_MAX;
  return runtime::deadline_after(
      std::chrono::nanoseconds(static_cast<int64_t>(std::min(timeout_ns, longest))));
}

}  // namespace vyre::capi
