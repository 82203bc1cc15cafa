#include "hand_replay.h"

#include <cstring>

#include "xor_one.h"

namespace bench {

using namespace vk;

const char* name_of(HandWait wait) {
  switch (wait) {
    case HandWait::kFence:
      return "fence wait";
    case HandWait::kFencePoll:
      return "fence poll";
    case HandWait::kTimeline:
      return "timeline wait";
    case HandWait::kTimelinePoll:
      return "timeline poll";
  }
  return "";
}

HandReplay::HandReplay(const HandDevice& device, uint32_t dispatches, bool barriers,
                       bool host_bytes)
    : device_(device), copies_(host_bytes && device.needs_copies()) {
  const VkDeviceSize size = kElements * sizeof(uint32_t);
  for (size_t i = 0; i < buffers_.size(); ++i) {
    const MemoryUse host_use = i < 2 ? MemoryUse::kUpload : MemoryUse::kReadback;
    const bool direct = host_bytes && !copies_;
    buffers_[i] = device_.create_buffer(size, direct ? host_use : MemoryUse::kDevice);
    if (copies_) staging_[i] = device_.create_buffer(size, host_use);
  }
  pipeline_ = device_.create_pipeline(xor_one, kElements);
  set_ = device_.create_set(buffers_);
  create_commands();
  record(dispatches, barriers);
}

HandReplay::~HandReplay() {
  vkDestroySemaphore(device_.device(), timeline_, nullptr);
  vkDestroyFence(device_.device(), fence_, nullptr);
  vkDestroyCommandPool(device_.device(), pool_, nullptr);
  vkDestroyPipeline(device_.device(), pipeline_, nullptr);
  device_.free_set(set_);
  for (const HandBuffer& buffer : buffers_) device_.destroy_buffer(buffer);
  for (const HandBuffer& buffer : staging_) device_.destroy_buffer(buffer);
}

void HandReplay::create_commands() {
  pool_ = device_.create_pool();
  commands_ = device_.create_commands(pool_);
  fence_ = device_.create_fence();
  VkSemaphoreTypeCreateInfo type{};
  type.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO;
  type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
  VkSemaphoreCreateInfo semaphore{};
  semaphore.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO;
  semaphore.pNext = &type;
  check(vkCreateSemaphore(device_.device(), &semaphore, nullptr, &timeline_), "vkCreateSemaphore");
}

void HandReplay::record(uint32_t dispatches, bool barriers) const {
  constexpr VkPipelineStageFlags kCompute = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
  constexpr VkPipelineStageFlags kTransfer = VK_PIPELINE_STAGE_TRANSFER_BIT;
  const VkBufferCopy whole{0, 0, kElements * sizeof(uint32_t)};
  const uint32_t pushed[2] = {kElements, 0};
  VkCommandBufferBeginInfo begin{};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  check(vkBeginCommandBuffer(commands_, &begin), "vkBeginCommandBuffer");
  for (size_t i = 0; copies_ && i < 2; ++i) {
    vkCmdCopyBuffer(commands_, staging_[i].buffer, buffers_[i].buffer, 1, &whole);
  }
  if (copies_) {
    record_barrier(commands_, kTransfer, VK_ACCESS_TRANSFER_WRITE_BIT, kCompute,
                   VK_ACCESS_SHADER_READ_BIT);
  }
  vkCmdBindPipeline(commands_, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_);
  vkCmdBindDescriptorSets(commands_, VK_PIPELINE_BIND_POINT_COMPUTE, device_.layout(), 0, 1, &set_,
                          0, nullptr);
  vkCmdPushConstants(commands_, device_.layout(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof pushed,
                     pushed);
  for (uint32_t i = 0; i < dispatches; ++i) {
    if (barriers && i != 0) {
      record_barrier(commands_, kCompute, VK_ACCESS_SHADER_WRITE_BIT, kCompute,
                     VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    }
    vkCmdDispatch(commands_, 1, 1, 1);
  }
  if (copies_) {
    record_barrier(commands_, kCompute, VK_ACCESS_SHADER_WRITE_BIT, kTransfer,
                   VK_ACCESS_TRANSFER_READ_BIT);
    vkCmdCopyBuffer(commands_, buffers_[2].buffer, staging_[2].buffer, 1, &whole);
  }
  record_barrier(commands_, kCompute | kTransfer,
                 VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT,
                 VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
  check(vkEndCommandBuffer(commands_), "vkEndCommandBuffer");
}

void HandReplay::submit(HandWait wait, std::mutex& queue) {
  const bool timeline = wait == HandWait::kTimeline || wait == HandWait::kTimelinePoll;
  ++value_;
  VkTimelineSemaphoreSubmitInfo values{};
  values.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO;
  values.signalSemaphoreValueCount = 1;
  values.pSignalSemaphoreValues = &value_;
  VkSubmitInfo submit{};
  submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &commands_;
  if (timeline) {
    submit.pNext = &values;
    submit.signalSemaphoreCount = 1;
    submit.pSignalSemaphores = &timeline_;
  }
  const std::lock_guard lock(queue);
  check(vkQueueSubmit(device_.queue(), 1, &submit, timeline ? VK_NULL_HANDLE : fence_),
        "vkQueueSubmit");
}

void HandReplay::wait(HandWait wait) {
  const VkDevice device = device_.device();
  VkSemaphoreWaitInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO;
  info.semaphoreCount = 1;
  info.pSemaphores = &timeline_;
  info.pValues = &value_;
  uint64_t reached = 0;
  switch (wait) {
    case HandWait::kFence:
      check(vkWaitForFences(device, 1, &fence_, VK_TRUE, UINT64_MAX), "vkWaitForFences");
      check(vkResetFences(device, 1, &fence_), "vkResetFences");
      return;
    case HandWait::kFencePoll:
      while (vkGetFenceStatus(device, fence_) == VK_NOT_READY) {
      }
      check(vkResetFences(device, 1, &fence_), "vkResetFences");
      return;
    case HandWait::kTimeline:
      check(vkWaitSemaphores(device, &info, UINT64_MAX), "vkWaitSemaphores");
      return;
    case HandWait::kTimelinePoll:
      while (reached < value_) {
        check(vkGetSemaphoreCounterValue(device, timeline_, &reached),
              "vkGetSemaphoreCounterValue");
      }
  }
}

void HandReplay::run_host_bytes(HandWait how, std::mutex& queue, std::span<const uint32_t> left,
                                std::span<const uint32_t> right, std::span<uint32_t> result) {
  const std::array<HandBuffer, 3>& host = copies_ ? staging_ : buffers_;
  std::memcpy(host[0].mapped, left.data(), left.size_bytes());
  std::memcpy(host[1].mapped, right.data(), right.size_bytes());
  run(how, queue);
  std::memcpy(result.data(), host[2].mapped, result.size_bytes());
}

}  // namespace bench
