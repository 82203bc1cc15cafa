#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

#include "runtime/work/work.h"
#include "vyre_driver.h"

namespace vyre::capi {

constexpr vyre_work_state state_number(backend::PendingState state) {
  return static_cast<vyre_work_state>(state);
}

static_assert(state_number(backend::PendingState::kPending) == VYRE_WORK_RUNNING);
static_assert(state_number(backend::PendingState::kReady) == VYRE_WORK_READY);
static_assert(state_number(backend::PendingState::kFailed) == VYRE_WORK_FAILED);

// What does not fit is the longest time there is.
inline std::chrono::nanoseconds nanoseconds_of(uint64_t ns) {
  return std::chrono::nanoseconds(static_cast<int64_t>(std::min<uint64_t>(ns, INT64_MAX)));
}

// None for VYRE_FOREVER.
inline std::optional<std::chrono::nanoseconds> time_limit_of(uint64_t timeout_ns) {
  return timeout_ns == VYRE_FOREVER ? std::nullopt : std::optional(nanoseconds_of(timeout_ns));
}

// 0 only looks.
inline backend::Deadline deadline_of(uint64_t timeout_ns) {
  return timeout_ns == 0 ? backend::Deadline()
                         : runtime::deadline_after(nanoseconds_of(timeout_ns));
}

}  // namespace vyre::capi
