#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "runtime/work/work.h"
#include "vyre_driver.h"

namespace vyre::capi {

constexpr vyre_work_state state_number(backend::PendingState state) {
  return static_cast<vyre_work_state>(state);
}

static_assert(state_number(backend::PendingState::kPending) == VYRE_WORK_RUNNING);
static_assert(state_number(backend::PendingState::kReady) == VYRE_WORK_READY);
static_assert(state_number(backend::PendingState::kFailed) == VYRE_WORK_FAILED);

// 0 only looks.
inline backend::Deadline deadline_of(uint64_t timeout_ns) {
  if (timeout_ns == 0) return backend::Deadline();
  const uint64_t longest = INT64_MAX;
  return runtime::deadline_after(
      std::chrono::nanoseconds(static_cast<int64_t>(std::min(timeout_ns, longest))));
}

}  // namespace vyre::capi
