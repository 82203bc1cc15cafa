#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <span>

#include "hand_vulkan.h"

namespace bench {

// How the host learns that the device is done.
enum class HandWait { kFence, kFencePoll, kTimeline, kTimelinePoll };
inline constexpr std::array<HandWait, 4> kHandWaits = {
    HandWait::kFence, HandWait::kFencePoll, HandWait::kTimeline, HandWait::kTimelinePoll};
const char* name_of(HandWait wait);

// Dispatches of 256 elements, recorded once into one command buffer.
class HandReplay {
 public:
  static constexpr uint32_t kElements = 256;

  // |barriers|: one between two dispatches. |host_bytes|: run_host_bytes() is possible, for one
  // dispatch.
  HandReplay(const HandDevice& device, uint32_t dispatches, bool barriers, bool host_bytes = false);
  ~HandReplay();
  HandReplay(const HandReplay&) = delete;
  HandReplay& operator=(const HandReplay&) = delete;

  void submit(HandWait wait, std::mutex& queue);
  void wait(HandWait wait);
  void run(HandWait how, std::mutex& queue) {
    submit(how, queue);
    wait(how);
  }
  void run_host_bytes(HandWait how, std::mutex& queue, std::span<const uint32_t> left,
                      std::span<const uint32_t> right, std::span<uint32_t> result);

 private:
  void create_commands();
  void record(uint32_t dispatches, bool barriers) const;

  const HandDevice& device_;  // borrowed, outlives this
  const bool copies_;
  std::array<HandBuffer, 3> buffers_;
  std::array<HandBuffer, 3> staging_;  // only when copies_
  VkPipeline pipeline_ = VK_NULL_HANDLE;
  VkDescriptorSet set_ = VK_NULL_HANDLE;
  VkCommandPool pool_ = VK_NULL_HANDLE;
  VkCommandBuffer commands_ = VK_NULL_HANDLE;
  VkFence fence_ = VK_NULL_HANDLE;
  VkSemaphore timeline_ = VK_NULL_HANDLE;
  uint64_t value_ = 0;
};

}  // namespace bench
