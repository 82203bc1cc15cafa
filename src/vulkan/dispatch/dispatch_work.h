#pragma once

#include <chrono>
#include <memory>
#include <new>
#include <optional>
#include <vector>

#include "backend/device.h"
#include "vulkan/backend/vulkan_device.h"

namespace vyre::vulkan {

// A part of a dispatch, with a command buffer of its own.
struct SlicedSubmission {
  ScopedSubmission submission;
  uint64_t workgroups = 0;

  const Kernel& kernel() const { return *submission.context().kernels.front(); }
};

struct SliceOptions {
  std::string_view label;
  backend::SyncPoints signal_points;  // reached with the last part
  uint64_t max_ns = 0;
};

// Submits what is prepared in |whole|'s context, which keeps memory and kernels, in parts that are
// estimated to take the device at most |max_ns| each. A kernel of which nothing is known yet runs
// in small parts first, and this waits for each of them to learn from it; where the device may
// stand still the rest is one part instead. |whole| is over when the last part is.
Result<std::vector<SlicedSubmission>> submit_in_slices(VulkanDevice& opened,
                                                       const SliceOptions& options,
                                                       ScopedSubmission& whole);

// Learns from parts that are over; returns the sum of what the device measured, if it does.
std::optional<uint64_t> learn_from(std::span<SlicedSubmission> slices);

// A submitted dispatch, or transfer. Holds its context, where the results lie, until it is
// destroyed; it lies in the context itself, so that dispatch after dispatch allocates nothing.
class DispatchWork final : public backend::DeviceWork {
 public:
  // |slices|: what was submitted in place of |submission|; empty: that itself.
  static std::unique_ptr<backend::DeviceWork> create(std::shared_ptr<VulkanDevice> opened,
                                                     ScopedSubmission&& submission,
                                                     std::vector<SlicedSubmission> slices,
                                                     bool timed,
                                                     std::chrono::steady_clock::time_point start);
  static void operator delete(DispatchWork* self, std::destroying_delete_t);

  backend::PendingState wait(backend::Deadline deadline) override;
  bool cancel() override;
  Status status() override;
  Status read(uint32_t binding, uint64_t offset, std::span<std::byte> out) override;
  // Of a transfer that reads.
  Result<std::span<const std::byte>> bytes(uint32_t read) override;
  backend::Timing timing() const override { return timing_; }
  uint64_t submission() const override { return submission_.number(); }

 private:
  DispatchWork(std::shared_ptr<VulkanDevice> opened, ScopedSubmission&& submission,
               std::vector<SlicedSubmission> slices, bool timed,
               std::chrono::steady_clock::time_point start)
      : opened_(std::move(opened)),
        submission_(std::move(submission)),
        slices_(std::move(slices)),
        timed_(timed),
        start_(start) {}
  void finish();
  std::optional<uint64_t> device_time();
  const SubmissionContext::Staging* find_staging(uint32_t binding) const;

  std::shared_ptr<VulkanDevice> opened_;  // before submission_, which borrows it
  ScopedSubmission submission_;
  std::vector<SlicedSubmission> slices_;
  const bool timed_;
  std::atomic<uint64_t> canceled_ = 0;
  const std::chrono::steady_clock::time_point start_;  // nothing: nobody asks
  backend::PendingState state_ = backend::PendingState::kPending;
  Status failure_;  // when kFailed
  backend::Timing timing_;
};

}  // namespace vyre::vulkan
