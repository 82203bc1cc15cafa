#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include "backend/backend.h"
#include "vulkan/core.h"
#include "vulkan/lease.h"

namespace vyre::vulkan {

// A submitted dispatch. Holds its slot, where the results lie, until it is destroyed.
class PendingDispatch final : public backend::Pending {
 public:
  PendingDispatch(std::shared_ptr<Core> core, Lease lease, bool timed,
                  std::chrono::steady_clock::time_point start)
      : core_(std::move(core)), lease_(std::move(lease)), timed_(timed), start_(start) {}

  backend::PendingState wait(backend::Deadline deadline) override;
  Status status() override;
  Status read(uint32_t binding, uint64_t offset, std::span<std::byte> out) override;
  backend::Timing timing() const override { return timing_; }
  uint64_t submission() const override { return lease_.number(); }

 private:
  void finish();
  std::optional<size_t> find_binding(uint32_t binding) const;

  std::shared_ptr<Core> core_;  // before lease_, which borrows it
  Lease lease_;
  const bool timed_;
  const std::chrono::steady_clock::time_point start_;
  backend::PendingState state_ = backend::PendingState::kPending;
  Status failure_;  // when kFailed
  backend::Timing timing_;
};

}  // namespace vyre::vulkan
