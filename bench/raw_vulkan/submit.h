#pragma once

#include <cstdint>
#include <mutex>

#include "device.h"

namespace bench {

const char* name_of(HandWait wait);

// Submits command buffers, one at a time, and waits for them.
class HandSubmit {
 public:
  explicit HandSubmit(const HandDevice& device);
  ~HandSubmit();
  HandSubmit(const HandSubmit&) = delete;
  HandSubmit& operator=(const HandSubmit&) = delete;

  // |queue|: locked for the submission, when several threads submit.
  void submit(VkCommandBuffer commands, HandWait how, std::mutex* queue = nullptr);
  void wait(HandWait how);
  void run(VkCommandBuffer commands) {  // waits as the device says
    submit(commands, device_.wait());
    wait(device_.wait());
  }

 private:
  const HandDevice& device_;  // borrowed, outlives this
  VkFence fence_ = VK_NULL_HANDLE;
  VkSemaphore timeline_ = VK_NULL_HANDLE;
  uint64_t value_ = 0;
};

}  // namespace bench
