#pragma once

#include <algorithm>
#include <memory>
#include <string_view>

#include "vulkan/submission/submission_pool.h"

namespace vyre::vulkan {

// A submission context taken from the pool. It goes back when this ends, which is often before the
// device has ended its work, as when the host drops what is pending: the pool keeps it until then
// (ContextPool::give_back) and looks again at each later acquire (collect).
class ScopedSubmission {
 public:
  // |kernel|: null for copies.
  ScopedSubmission(SubmissionPool& pool, const Kernel* kernel)
      : pool_(&pool), context_(pool.acquire(kernel)) {}
  ~ScopedSubmission() {
    if (context_ == nullptr) return;
    const uint64_t newest = std::max(number_, context_->used_by);
    pool_->give_back(std::move(context_), newest);
  }
  ScopedSubmission(ScopedSubmission&& other) noexcept = default;
  ScopedSubmission& operator=(ScopedSubmission&&) = delete;

  SubmissionContext& context() { return *context_; }
  const SubmissionContext& context() const { return *context_; }
  uint64_t number() const { return number_; }  // 0 until submit() has succeeded

  // What is submitted elsewhere, as |number| and before, is the context's work.
  void ends_with(uint64_t number) {
    number_ = number;
    for (const auto& owned : context_->owned_memory) owned->used_by(number);
  }

  // Records what is in context().next and submits it.
  Status submit(std::string_view label = {}, const QueuePoints& points = {},
                Turn turn = Turn::kBehind) {
    const LogicalDevice& device = pool_->device();
    Queue& queue = pool_->queue();
    const bool traced = device.trace() != nullptr;
    if (traced) context_->next.timed = device.profile().device_timestamps;
    VYRE_RETURN_IF_ERROR(context_->record_next());
    const uint64_t before = traced ? trace_clock() : 0;
    // A thread that waits alone is woken by nobody else's work.
    Fence* const fence = queue.is_awaited() ? &context_->fence : nullptr;
    if (fence != nullptr) VYRE_RETURN_IF_ERROR(fence->prepare());
    VYRE_ASSIGN_OR_RETURN(number_, queue.submit(context_->commands(), fence, points, turn));
    if (traced) context_->begin_trace(number_, before, label);
    ends_with(number_);
    return {};
  }

 private:
  SubmissionPool* pool_;  // borrowed
  std::unique_ptr<SubmissionContext> context_;
  uint64_t number_ = 0;
};

}  // namespace vyre::vulkan
