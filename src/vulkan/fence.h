#pragma once

#include "vulkan/device.h"

namespace vyre::vulkan {

// The end of one submission at a time, for the thread that waits for it. Only devices have one
// whose timeline wakes all waiting threads at each signal; elsewhere it is empty.
class Fence {
 public:
  explicit Fence(const Device& device) : device_(device) {}
  ~Fence();
  Fence(const Fence&) = delete;
  Fence& operator=(const Fence&) = delete;

  // Makes it ready for the next submission; that of the last one is over.
  Status prepare();
  VkFence handle() const { return handle_; }

  VkResult wait(uint64_t nanoseconds) const;  // for what was submitted last

  void submitted() { signals_ = handle_ != VK_NULL_HANDLE; }
  bool signals() const { return signals_; }  // at the end of what was submitted last

 private:
  Status create();
  VkResult end();  // of what was submitted last, which the timeline has told of

  const Device& device_;
  VkFence handle_ = VK_NULL_HANDLE;
  bool signals_ = false;
};

}  // namespace vyre::vulkan
