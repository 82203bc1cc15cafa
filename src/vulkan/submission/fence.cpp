#include "vulkan/submission/fence.h"

namespace vyre::vulkan {

Fence::~Fence() {
  if (handle_ == VK_NULL_HANDLE) return;
  (void)end();
  device_.vk().vkDestroyFence(device_.handle(), handle_, device_.callbacks());
}

Status Fence::prepare() {
  if (!device_.physical().quirks.wakes_all_at_timelines) return {};
  if (handle_ == VK_NULL_HANDLE) return create();
  VkResult result = end();
  if (result != VK_SUCCESS) return device_.error(result, "vkWaitForFences");
  return VYRE_DEVICE_CALL(device_, vkResetFences, 1, &handle_);
}

Status Fence::create() {
  auto info = structure<VkFenceCreateInfo>(VK_STRUCTURE_TYPE_FENCE_CREATE_INFO);
  VYRE_RETURN_IF_ERROR(
      VYRE_DEVICE_CALL(device_, vkCreateFence, &info, device_.callbacks(), &handle_));
  device_.debug().name(VK_OBJECT_TYPE_FENCE, handle_, "end of a submission");
  return {};
}

// The timeline may tell of it a moment before the fence does, whatever happens to the device then;
// a lost one ends the wait.
VkResult Fence::end() {
  constexpr uint64_t kLongest = 1'000'000'000;
  if (number_ == 0) return VK_SUCCESS;
  const VkResult result = wait(kLongest);
  if (result == VK_SUCCESS) number_ = 0;
  return result;
}

VkResult Fence::wait(uint64_t nanoseconds) const {
  return device_.vk().vkWaitForFences(device_.handle(), 1, &handle_, VK_TRUE, nanoseconds);
}

}  // namespace vyre::vulkan
