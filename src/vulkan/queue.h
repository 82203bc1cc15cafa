#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>

#include "backend/backend.h"
#include "vulkan/device.h"

namespace vyre::vulkan {

// The order of a device's work: submissions get ascending numbers, a timeline semaphore says how
// far the device is. Thread-safe; submissions wait for each other, nothing else does.
class Queue {
 public:
  static Result<std::unique_ptr<Queue>> create(const Device& device,
                                               std::chrono::microseconds spin_time);
  ~Queue();
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  // Submits |commands| and returns the number of that submission.
  Result<uint64_t> submit(VkCommandBuffer commands);

  // Whether the submission is known to be over. What a lost device was working on never is.
  bool reached(uint64_t number);

  // Waits until the submission is over, or until |deadline|; false when it is not over by then.
  // Fails with kDeviceLost.
  Result<bool> wait(uint64_t number, backend::Deadline deadline);

  void wait_for_all();  // what was submitted so far; errors mean there is nothing to wait for

 private:
  Queue(const Device& device, std::chrono::microseconds spin_time)
      : device_(device), spin_time_(spin_time) {}
  Status poll();  // brings completed_ up to date
  bool spin(uint64_t number, backend::Deadline deadline);
  Result<bool> block(uint64_t number, backend::Deadline deadline);

  const Device& device_;
  const std::chrono::microseconds spin_time_;
  VkSemaphore timeline_ = VK_NULL_HANDLE;
  std::atomic<uint64_t> completed_ = 0;  // the semaphore's value when it was last looked at
  std::atomic<bool> spinning_ = false;   // one thread at a time: the others leave it the processor

  std::mutex mutex_;
  uint64_t last_ = 0;  // number of the newest submission; protected by mutex_
};

}  // namespace vyre::vulkan
