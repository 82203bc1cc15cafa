#include "vulkan/queue.h"

#include <algorithm>

namespace vyre::vulkan {
namespace {

using Clock = std::chrono::steady_clock;

uint64_t nanoseconds_until(backend::Deadline deadline) {
  if (deadline == backend::Deadline::max()) return UINT64_MAX;
  const auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(deadline - Clock::now());
  return static_cast<uint64_t>(std::max<int64_t>(left.count(), 0));
}

}  // namespace

Result<std::unique_ptr<Queue>> Queue::create(const Device& device,
                                             std::chrono::microseconds spin_time) {
  std::unique_ptr<Queue> queue(new Queue(device, spin_time));
  VkSemaphoreTypeCreateInfo type{};
  type.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO;
  type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
  VkSemaphoreCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO;
  info.pNext = &type;
  const VkResult result =
      device.vk().vkCreateSemaphore(device.handle(), &info, nullptr, &queue->timeline_);
  if (result != VK_SUCCESS) return device.error(result, "vkCreateSemaphore");
  device.name(VK_OBJECT_TYPE_SEMAPHORE, queue->timeline_, "timeline");
  return queue;
}

Queue::~Queue() {
  if (timeline_ != VK_NULL_HANDLE) {
    device_.vk().vkDestroySemaphore(device_.handle(), timeline_, nullptr);
  }
}

Result<uint64_t> Queue::submit(VkCommandBuffer commands) {
  if (device_.lost()) return device_.lost_error();
  std::lock_guard lock(mutex_);
  const uint64_t number = last_ + 1;
  VkTimelineSemaphoreSubmitInfo timeline{};
  timeline.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO;
  timeline.signalSemaphoreValueCount = 1;
  timeline.pSignalSemaphoreValues = &number;
  VkSubmitInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.pNext = &timeline;
  info.commandBufferCount = 1;
  info.pCommandBuffers = &commands;
  info.signalSemaphoreCount = 1;
  info.pSignalSemaphores = &timeline_;
  const VkResult result = device_.vk().vkQueueSubmit(device_.queue(), 1, &info, VK_NULL_HANDLE);
  if (result != VK_SUCCESS) return device_.error(result, "vkQueueSubmit", Code::kDispatchFailed);
  last_ = number;
  return number;
}

Status Queue::poll() {
  uint64_t value = 0;
  const VkResult result =
      device_.vk().vkGetSemaphoreCounterValue(device_.handle(), timeline_, &value);
  if (result != VK_SUCCESS) return device_.error(result, "vkGetSemaphoreCounterValue");
  uint64_t known = completed_.load(std::memory_order_relaxed);
  while (known < value && !completed_.compare_exchange_weak(known, value)) {
  }
  return {};
}

bool Queue::reached(uint64_t number) {
  if (completed_.load() >= number) return true;
  if (device_.lost()) return false;
  const Status status = poll();  // not knowing means not reached
  return completed_.load() >= number;
}

Result<bool> Queue::wait(uint64_t number, backend::Deadline deadline) {
  if (completed_.load() >= number) return true;
  if (device_.lost()) return device_.lost_error();
  VYRE_RETURN_IF_ERROR(poll());
  if (completed_.load() >= number) return true;
  if (Clock::now() >= deadline) return false;
  if (!spinning_.exchange(true)) {
    const bool over = spin(number, deadline);
    spinning_.store(false);
    if (over) return true;
    if (device_.lost()) return device_.lost_error();
  }
  return block(number, deadline);
}

// An error shows itself in the blocking wait that follows.
bool Queue::spin(uint64_t number, backend::Deadline deadline) {
  const auto end = std::min(deadline, Clock::now() + spin_time_);
  while (Clock::now() < end) {
    if (!poll().ok()) return false;
    if (completed_.load() >= number) return true;
  }
  return false;
}

Result<bool> Queue::block(uint64_t number, backend::Deadline deadline) {
  VkSemaphoreWaitInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO;
  info.semaphoreCount = 1;
  info.pSemaphores = &timeline_;
  info.pValues = &number;
  const VkResult result =
      device_.vk().vkWaitSemaphores(device_.handle(), &info, nanoseconds_until(deadline));
  if (result == VK_TIMEOUT) return false;
  if (result != VK_SUCCESS) return device_.error(result, "vkWaitSemaphores");
  VYRE_RETURN_IF_ERROR(poll());
  return true;
}

void Queue::wait_for_all() {
  uint64_t number = 0;
  {
    std::lock_guard lock(mutex_);
    number = last_;
  }
  const Result<bool> over = wait(number, backend::Deadline::max());
  if (!over.ok()) device_.vk().vkDeviceWaitIdle(device_.handle());
}

}  // namespace vyre::vulkan
