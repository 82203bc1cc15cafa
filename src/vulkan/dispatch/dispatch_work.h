#pragma once

#include <chrono>
#include <memory>
#include <new>
#include <optional>

#include "backend/device.h"
#include "vulkan/context/open_device.h"
#include "vulkan/context/scoped_submission.h"
#include "vulkan/dispatch/sliced_submission.h"

namespace vyre::vulkan {

// A submitted dispatch. Holds its slot, where the results lie, until it is destroyed; it lies in
// the slot itself, so that dispatch after dispatch allocates nothing.
class PendingDispatch final : public backend::Pending {
 public:
  // |parts|: what was submitted in place of the lease's slot; empty: that itself.
  static std::unique_ptr<backend::Pending> create(std::shared_ptr<Core> core, Lease lease,
                                                  std::vector<PartSubmission> parts, bool timed,
                                                  std::chrono::steady_clock::time_point start);
  static void operator delete(PendingDispatch* self, std::destroying_delete_t);

  backend::PendingState wait(backend::Deadline deadline) override;
  Status status() override;
  Status read(uint32_t binding, uint64_t offset, std::span<std::byte> out) override;
  backend::Timing timing() const override { return timing_; }
  uint64_t submission() const override { return lease_.number(); }

 private:
  PendingDispatch(std::shared_ptr<Core> core, Lease lease, std::vector<PartSubmission> parts,
                  bool timed, std::chrono::steady_clock::time_point start)
      : core_(std::move(core)),
        lease_(std::move(lease)),
        parts_(std::move(parts)),
        timed_(timed),
        start_(start) {}
  void finish();
  std::optional<uint64_t> device_time();
  std::optional<size_t> find_binding(uint32_t binding) const;
  Status read_stayed(size_t i, uint32_t binding, uint64_t offset, std::span<std::byte> out);
  static Status not_kept(uint32_t binding, uint64_t offset, uint64_t size, uint64_t kept);

  std::shared_ptr<Core> core_;  // before lease_, which borrows it
  Lease lease_;
  std::vector<PartSubmission> parts_;
  const bool timed_;
  const std::chrono::steady_clock::time_point start_;
  backend::PendingState state_ = backend::PendingState::kPending;
  Status failure_;  // when kFailed
  backend::Timing timing_;
};

}  // namespace vyre::vulkan
