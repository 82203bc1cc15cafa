#include "submit.h"

namespace bench {

using namespace vk;

const char* name_of(RawWait wait) {
  switch (wait) {
    case RawWait::kFence:
      return "fence wait";
    case RawWait::kFencePoll:
      return "fence poll";
    case RawWait::kTimeline:
      return "timeline wait";
    case RawWait::kTimelinePoll:
      return "timeline poll";
  }
  return "";
}

RawSubmit::RawSubmit(const RawDevice& device) : device_(device) {
  fence_ = device_.create_fence();
  VkSemaphoreTypeCreateInfo type{};
  type.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO;
  type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
  VkSemaphoreCreateInfo semaphore{};
  semaphore.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO;
  semaphore.pNext = &type;
  check(vkCreateSemaphore(device_.device(), &semaphore, nullptr, &timeline_), "vkCreateSemaphore");
}

RawSubmit::~RawSubmit() {
  vkDestroySemaphore(device_.device(), timeline_, nullptr);
  vkDestroyFence(device_.device(), fence_, nullptr);
}

void RawSubmit::submit(VkCommandBuffer commands, RawWait how, std::mutex* queue) {
  const bool timeline = how == RawWait::kTimeline || how == RawWait::kTimelinePoll;
  ++value_;
  VkTimelineSemaphoreSubmitInfo values{};
  values.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO;
  values.signalSemaphoreValueCount = 1;
  values.pSignalSemaphoreValues = &value_;
  VkSubmitInfo submit{};
  submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &commands;
  if (timeline) {
    submit.pNext = &values;
    submit.signalSemaphoreCount = 1;
    submit.pSignalSemaphores = &timeline_;
  }
  const auto lock = queue ? std::unique_lock(*queue) : std::unique_lock<std::mutex>();
  check(vkQueueSubmit(device_.queue(), 1, &submit, timeline ? VK_NULL_HANDLE : fence_),
        "vkQueueSubmit");
}

void RawSubmit::wait(RawWait how) {
  const VkDevice device = device_.device();
  VkSemaphoreWaitInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO;
  info.semaphoreCount = 1;
  info.pSemaphores = &timeline_;
  info.pValues = &value_;
  uint64_t reached = 0;
  switch (how) {
    case RawWait::kFence:
      check(vkWaitForFences(device, 1, &fence_, VK_TRUE, UINT64_MAX), "vkWaitForFences");
      check(vkResetFences(device, 1, &fence_), "vkResetFences");
      return;
    case RawWait::kFencePoll:
      while (vkGetFenceStatus(device, fence_) == VK_NOT_READY) {
      }
      check(vkResetFences(device, 1, &fence_), "vkResetFences");
      return;
    case RawWait::kTimeline:
      check(vkWaitSemaphores(device, &info, UINT64_MAX), "vkWaitSemaphores");
      return;
    case RawWait::kTimelinePoll:
      while (reached < value_) {
        check(vkGetSemaphoreCounterValue(device, timeline_, &reached),
              "vkGetSemaphoreCounterValue");
      }
  }
}

}  // namespace bench
