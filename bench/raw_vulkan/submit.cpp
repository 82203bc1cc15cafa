#include "submit.h"

namespace bench {

using namespace vk;

const char* name_of(RawWait wait) {
  static constexpr const char* kNames[] = {"fence wait", "fence poll", "timeline wait",
                                           "timeline poll"};
  return kNames[static_cast<size_t>(wait)];
}

RawSubmit::RawSubmit(const RawDevice& device)
    : device_(device),
      fence_(device.create_fence()),
      pool_(device.create_pool()),
      commands_(device.create_commands(pool_.get())) {
  auto type = structure<VkSemaphoreTypeCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO);
  type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
  auto info = structure<VkSemaphoreCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO);
  info.pNext = &type;
  timeline_ = device.make<RawSemaphore>(vkCreateSemaphore, info, "vkCreateSemaphore");
}

void RawSubmit::submit() {
  const RawWait how = device_.wait();
  const bool timeline = how == RawWait::kTimeline || how == RawWait::kTimelinePoll;
  ++value_;
  const VkSemaphore semaphore = timeline_.get();
  auto values =
      structure<VkTimelineSemaphoreSubmitInfo>(VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
  values.signalSemaphoreValueCount = 1;
  values.pSignalSemaphoreValues = &value_;
  auto submit = structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &commands_;
  if (timeline) {
    submit.pNext = &values;
    submit.signalSemaphoreCount = 1;
    submit.pSignalSemaphores = &semaphore;
  }
  const std::lock_guard lock(device_.queue_mutex());
  check(vkQueueSubmit(device_.queue(), 1, &submit, timeline ? VK_NULL_HANDLE : fence_.get()),
        "vkQueueSubmit");
}

void RawSubmit::wait() {
  const VkDevice device = device_.device();
  const VkFence fence = fence_.get();
  const VkSemaphore timeline = timeline_.get();
  auto info = structure<VkSemaphoreWaitInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO);
  info.semaphoreCount = 1;
  info.pSemaphores = &timeline;
  info.pValues = &value_;
  uint64_t reached = 0;
  switch (device_.wait()) {
    case RawWait::kFence:
      check(vkWaitForFences(device, 1, &fence, VK_TRUE, UINT64_MAX), "vkWaitForFences");
      check(vkResetFences(device, 1, &fence), "vkResetFences");
      return;
    case RawWait::kFencePoll:
      while (vkGetFenceStatus(device, fence) == VK_NOT_READY) {
      }
      check(vkResetFences(device, 1, &fence), "vkResetFences");
      return;
    case RawWait::kTimeline:
      check(vkWaitSemaphores(device, &info, UINT64_MAX), "vkWaitSemaphores");
      return;
    case RawWait::kTimelinePoll:
      while (reached < value_) {
        check(vkGetSemaphoreCounterValue(device, timeline, &reached), "vkGetSemaphoreCounterValue");
      }
  }
}

RawClock::RawClock(const RawDevice& device, bool wanted)
    : device_(device), used_(wanted && device.has_timestamps()) {
  auto info = structure<VkQueryPoolCreateInfo>(VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO);
  info.queryType = VK_QUERY_TYPE_TIMESTAMP;
  info.queryCount = 2;
  queries_ = device.make<RawQueries>(vkCreateQueryPool, info, "vkCreateQueryPool");
}

void RawClock::begin(VkCommandBuffer commands) const {
  bench::begin(commands);
  if (used_) vkCmdResetQueryPool(commands, queries_.get(), 0, 2);
}

void RawClock::stamp(VkCommandBuffer commands, uint32_t number,
                     VkPipelineStageFlagBits stage) const {
  if (used_) vkCmdWriteTimestamp(commands, stage, queries_.get(), number);
}

std::optional<double> RawClock::seconds() const {
  if (!used_) return std::nullopt;
  std::array<uint64_t, 2> ticks{};
  check(vkGetQueryPoolResults(device_.device(), queries_.get(), 0, 2, sizeof ticks, ticks.data(),
                              sizeof ticks[0], VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT),
        "vkGetQueryPoolResults");
  return static_cast<double>(ticks[1] - ticks[0]) * device_.timestamp_period() * 1e-9;
}

}  // namespace bench
