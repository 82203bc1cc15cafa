#pragma once

#include "vulkan/device/logical_device.h"

namespace vyre::vulkan {

// The end of one submission at a time, for the thread that waits for it. Only devices have one
// whose timeline wakes all waiting threads at each signal; elsewhere it is empty.
class Fence {
 public:
  explicit Fence(const LogicalDevice& device) : device_(device) {}
  ~Fence();
  Fence(const Fence&) = delete;
  Fence& operator=(const Fence&) = delete;

  // Makes it ready for the next submission; that of the last one is over.
  Status prepare();
  VkFence handle() const { return handle_; }

  VkResult wait(uint64_t nanoseconds) const;  // for the submission

  void submitted(uint64_t number) { number_ = handle_ != VK_NULL_HANDLE ? number : 0; }
  bool signals(uint64_t number) const { return number_ == number; }  // at that submission's end

 private:
  Status create();
  VkResult end();  // of the submission, which the timeline has told of

  const LogicalDevice& device_;
  VkFence handle_ = VK_NULL_HANDLE;
  uint64_t number_ = 0;  // of the submission; 0: none since it was prepared
};

}  // namespace vyre::vulkan
