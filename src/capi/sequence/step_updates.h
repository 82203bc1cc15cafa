#pragma once

#include <memory_resource>
#include <span>
#include <vector>

#include "base/status/status.h"
#include "runtime/dispatch/sequence.h"
#include "vyre_driver_sequence.h"

namespace vyre::capi {

// The runtime's form of the caller's updates, whose pointers it borrows.
class StepUpdates {
 public:
  StepUpdates() = default;
  StepUpdates(const StepUpdates&) = delete;
  StepUpdates& operator=(const StepUpdates&) = delete;

  Status convert(const vyre_step_update* updates, size_t count);
  std::span<const runtime::StepUpdate> all() const { return all_; }

 private:
  Status add(const vyre_step_update& given);
  void reserve(const vyre_step_update* updates, size_t count);

  std::vector<runtime::StepUpdate> all_;
  std::pmr::vector<runtime::Binding> bindings_;  // of all, one update after the other
  std::vector<runtime::PushRange> push_;
};

}  // namespace vyre::capi
