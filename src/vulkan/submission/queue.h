#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "backend/device.h"
#include "kernel_host/submit_settings.h"
#include "vulkan/submission/fence.h"

namespace vyre::vulkan {

// Work that has to be submitted before any other.
class AheadOfQueue {
 public:
  virtual ~AheadOfQueue() = default;
  virtual void flush() = 0;
  // What could not be submitted, told once: what comes behind must not run without it.
  virtual Status take_failure() = 0;
};

// Whether what is ahead comes first, or is this.
enum class Turn : uint8_t { kBehind, kAhead };

// What a submission waits for, and what it reaches at its end.
struct QueuePoints {
  backend::SyncPoints waits = {};
  backend::SyncPoints signals = {};
  bool any() const { return !waits.empty() || !signals.empty(); }
};

// The order of a device's work: submissions get ascending numbers, a timeline semaphore says how
// far the device is. Thread-safe; submissions wait for each other, nothing else does.
class Queue {
 public:
  // Borrows both.
  static Result<std::unique_ptr<Queue>> create(const LogicalDevice& device,
                                               const kernel_host::SubmitSettings& settings);
  ~Queue();
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  // Submits |commands|, which may be null, and returns the number of that submission. Refused where
  // work is only recorded. |fence|, if any, is prepared. |points|: of semaphores of this VkDevice.
  Result<uint64_t> submit(VkCommandBuffer commands, Fence* fence = nullptr,
                          const QueuePoints& points = {}, Turn turn = Turn::kBehind) {
    return submit_all({&commands, 1}, fence, points, turn);
  }
  // The same of several, at least one, each of which is a submission behind the one before: all or,
  // after an error, none. The first waits for points, the last reaches them and has |fence|. The
  // number of the last.
  Result<uint64_t> submit_all(std::span<const VkCommandBuffer> commands, Fence* fence,
                              const QueuePoints& points, Turn turn = Turn::kBehind);

  // From now on |ahead| is flushed before anything else is submitted; null: there is nothing. It is
  // taken back when that was submitted.
  void submit_ahead(AheadOfQueue* ahead) { ahead_.store(ahead, std::memory_order_release); }
  bool has_ahead() const { return ahead_.load(std::memory_order_acquire) != nullptr; }
  void flush_ahead() {
    if (AheadOfQueue* const ahead = ahead_.load(std::memory_order_acquire)) ahead->flush();
  }
  // The same for what comes behind, which fails where that did.
  Status pass_ahead() {
    AheadOfQueue* const ahead = ahead_.load(std::memory_order_acquire);
    if (ahead == nullptr) return {};
    ahead->flush();
    return ahead->take_failure();
  }

  // What is submitted from now on begins when |semaphore|, a timeline, has |value|. |keep_alive| is
  // let go of when no work waits for it any more.
  Status wait_for_semaphore(VkSemaphore semaphore, uint64_t value,
                            std::shared_ptr<const void> keep_alive);
  // Lets go of semaphores of which that is known. Calls the host, with no lock held.
  void release_semaphores();

  // The number of a submission that ends after all semaphores that are to be waited for; 0: none.
  Result<uint64_t> number_after_semaphores();

  VkSemaphore timeline() const { return timeline_; }
  uint64_t last() const { return last_.load(); }  // number of the newest submission
  // The newest one that ends by itself: no semaphore of others may hold it back.
  uint64_t last_before_waits();

  // The newest submission that is known to be over; the device is not asked.
  uint64_t completed() const { return completed_.load(); }

  // Whether the submission is known to be over. What a lost device was working on never is.
  bool reached(uint64_t number);

  // Whether work may stand still until somebody moves a point, perhaps the thread that asks: calls
  // that return at once wait for nothing that was submitted before this was asked.
  bool may_stand();

  // Waits until the submission is over, or until |deadline|; false when it is not over by then.
  // Fails with kDeviceLost, also when another thread notices the loss meanwhile.
  // |fence|: of that submission, null where there is none. False soon after |stop| is asked for.
  Result<bool> wait(uint64_t number, backend::Deadline deadline, const Fence* fence = nullptr,
                    const backend::Stop& stop = {});

  bool is_awaited() const { return waiting_.load(std::memory_order_relaxed) > 0; }  // by any thread

  Status wait_for_all();  // what was submitted so far; after an error nothing is under way

 private:
  Queue(const LogicalDevice& device, const kernel_host::SubmitSettings& settings)
      : device_(device),
        settings_(settings),
        is_cpu_(device.profile().kind == profile::DeviceKind::kCpu) {}
  struct Waited {
    std::shared_ptr<const void> semaphore;
    uint64_t number;  // the submission that waits for it, or signals it
    bool waits;
  };
  std::vector<Waited> take_released();
  struct Signals;
  class AddedWaits;
  class Batches;
  // Need mutex_.
  Status hand_over(const Batches& batches, uint64_t number, VkFence fence);
  Status submit_with(const QueuePoints& points, Batches& batches, uint64_t number, VkFence fence);
  void advance(uint64_t value);  // of completed_
  Status poll();                 // brings completed_ up to date
  bool poll_for_a_while(uint64_t number, backend::Deadline deadline, const backend::Stop& stop);
  std::chrono::steady_clock::time_point began_to_wait(uint64_t number);
  Result<bool> block(uint64_t number, backend::Deadline deadline, const Fence* fence,
                     const backend::Stop& stop);
  VkResult wait_for_timeline(uint64_t number, uint64_t nanoseconds) const;

  const LogicalDevice& device_;
  const kernel_host::SubmitSettings& settings_;
  const bool is_cpu_;
  VkSemaphore timeline_ = VK_NULL_HANDLE;
  std::atomic<uint64_t> completed_ = 0;  // the semaphore's value when it was last looked at
  std::atomic<uint32_t> waiting_ = 0;    // threads in wait()
  // The submission that was last waited for, and since when.
  std::atomic<uint64_t> awaited_ = 0;
  std::atomic<std::chrono::steady_clock::time_point> awaited_since_{};

  std::atomic<uint64_t> last_ = 0;      // number of the newest submission
  std::atomic<uint64_t> promised_ = 0;  // the same with what is on its way to the driver
  std::atomic<AheadOfQueue*> ahead_ = nullptr;

  mutable std::mutex mutex_;  // held while something is submitted
  // State below is protected by mutex_.
  std::vector<VkSemaphore> semaphores_;                  // for the next submission to wait for
  std::vector<uint64_t> values_;                         // parallel to it
  std::vector<std::shared_ptr<const void>> keep_alive_;  // parallel to it
  std::vector<Waited> waited_;
  uint64_t after_semaphores_ = 0;  // the newest submission that waits for such
};

}  // namespace vyre::vulkan
