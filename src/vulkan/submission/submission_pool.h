#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

#include "vulkan/submission/queue.h"
#include "vulkan/submission/submission_context.h"

namespace vyre::vulkan {

// The submission contexts that no submission holds: idle ones, and ones whose work the device has
// not finished. Thread-safe.
class SubmissionPool {
 public:
  SubmissionPool(const LogicalDevice& device, Allocator& allocator, Queue& queue)
      : device_(device), allocator_(allocator), queue_(queue) {}

  const LogicalDevice& device() const { return device_; }
  Queue& queue() const { return queue_; }

  // The number of a submission that is never known to be over.
  static constexpr uint64_t kNever = UINT64_MAX;

  // A context for work of |kernel| (null: copies), if possible the one that last did that kernel.
  std::unique_ptr<SubmissionContext> acquire(const Kernel* kernel);

  // Takes |context| back. Its work, submission |number|, may still be running; 0: it has none.
  void give_back(std::unique_ptr<SubmissionContext> context, uint64_t number);

  // Lets go of |work| when submission |number| is over; 0: now.
  void keep(std::shared_ptr<const void> work, uint64_t number);

  // Brings contexts whose work is over back to the idle ones, letting go of what they kept alive.
  void collect();

  void release_idle_memory();

 private:
  struct Busy {
    std::unique_ptr<SubmissionContext> context;
    uint64_t number;
  };
  struct Kept {
    std::shared_ptr<const void> work;
    uint64_t number;
  };
  // Lets go of what the context kept alive, with no lock held: that may call the host.
  void make_idle(std::unique_ptr<SubmissionContext> context);
  std::unique_ptr<SubmissionContext> take_idle_or_new(uint64_t kernel);
  void look_at_newest();  // needs mutex_
  void trim();

  const LogicalDevice& device_;
  Allocator& allocator_;
  Queue& queue_;

  std::mutex mutex_;
  // State below is protected by mutex_.
  std::vector<std::unique_ptr<SubmissionContext>> idle_;  // the one used last at the end
  std::vector<Busy> busy_;
  std::vector<Kept> kept_;
};

// A submission context taken from the pool. It goes back when this ends, which is often before the
// device has ended its work: the pool asks the queue again at its next turn.
class ScopedSubmission {
 public:
  // |kernel|: null for copies.
  ScopedSubmission(SubmissionPool& pool, const Kernel* kernel)
      : pool_(&pool), context_(pool.acquire(kernel)) {}
  ~ScopedSubmission() {
    if (context_ == nullptr) return;
    const uint64_t newest = std::max(number_, context_->filled_by);
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
  Status submit(std::string_view label = {}) {
    const LogicalDevice& device = pool_->device();
    Queue& queue = pool_->queue();
    const bool traced = device.trace() != nullptr;
    if (traced) context_->next.timed = device.profile().device_timestamps;
    VYRE_RETURN_IF_ERROR(context_->record_next());
    const uint64_t before = traced ? trace_clock() : 0;
    // A thread that waits alone is woken by nobody else's work.
    Fence* const fence = queue.is_awaited() ? &context_->fence : nullptr;
    if (fence != nullptr) VYRE_RETURN_IF_ERROR(fence->prepare());
    VYRE_ASSIGN_OR_RETURN(number_, queue.submit(context_->commands(), fence));
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
