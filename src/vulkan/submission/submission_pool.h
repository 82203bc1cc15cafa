#pragma once

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

}  // namespace vyre::vulkan
