#pragma once

#include <cstdint>
#include <mutex>

#include "device.h"

namespace bench {

const char* name_of(RawWait wait);

// Submits command buffers, one at a time, and waits for them.
class RawSubmit {
 public:
  explicit RawSubmit(const RawDevice& device);
  ~RawSubmit();
  RawSubmit(const RawSubmit&) = delete;
  RawSubmit& operator=(const RawSubmit&) = delete;

  // |queue|: locked for the submission, when several threads submit.
  void submit(VkCommandBuffer commands, RawWait how, std::mutex* queue = nullptr);
  void wait(RawWait how);
  void run(VkCommandBuffer commands) {  // waits as the device says
    submit(commands, device_.wait());
    wait(device_.wait());
  }

 private:
  const RawDevice& device_;  // borrowed, outlives this
  VkFence fence_ = VK_NULL_HANDLE;
  VkSemaphore timeline_ = VK_NULL_HANDLE;
  uint64_t value_ = 0;
};

}  // namespace bench
