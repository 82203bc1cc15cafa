#pragma once

#include <memory>

#include "kernel_host/context_pool.h"
#include "vulkan/submission/queue.h"
#include "vulkan/submission/submission_context.h"

namespace vyre::vulkan {

class SubmissionPool final : public kernel_host::ContextPool<SubmissionContext, Queue>,
                             public IdleMemory {
 public:
  // Borrows all.
  SubmissionPool(const LogicalDevice& device, Allocator& allocator, Queue& queue)
      : ContextPool(queue), device_(device), allocator_(allocator), queue_(queue) {
    allocator_.set_idle_memory(this);
  }
  ~SubmissionPool() override { allocator_.set_idle_memory(nullptr); }
  SubmissionPool(const SubmissionPool&) = delete;
  SubmissionPool& operator=(const SubmissionPool&) = delete;

  const LogicalDevice& device() const { return device_; }
  Queue& queue() const { return queue_; }

  // For work of |kernel|; null: copies.
  std::unique_ptr<SubmissionContext> acquire(const Kernel* kernel) {
    const auto make = [&] { return std::make_unique<SubmissionContext>(device_, allocator_); };
    return ContextPool::acquire(kernel != nullptr ? kernel->id() : 0, make);
  }

  void release() override {
    collect();
    release_idle_memory();
  }
  void wait_for_work() override {
    queue_.flush_ahead();
    (void)queue_.wait(queue_.last_before_waits(), backend::Deadline::max());
  }

 private:
  const LogicalDevice& device_;
  Allocator& allocator_;
  Queue& queue_;
};

}  // namespace vyre::vulkan
