#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "vulkan/support/on_device.h"

namespace vyre::vulkan {
namespace {

// Fences that are signaled when somebody waits for them: behind the timeline, as drivers may do it.
struct LateFences {
  static void patch(DeviceTable& table) {
    original = table;
    pending.clear();
    submitted = destroyed = 0;
    table.vkQueueSubmit = [](VkQueue to, uint32_t count, const VkSubmitInfo* infos,
                             VkFence fence) -> VkResult {
      queue = to;
      if (fence != VK_NULL_HANDLE && pending.insert(fence).second) ++submitted;
      return original.vkQueueSubmit(to, count, infos, VK_NULL_HANDLE);
    };
    table.vkWaitForFences = [](VkDevice device, uint32_t count, const VkFence* fences, VkBool32 all,
                               uint64_t nanoseconds) -> VkResult {
      if (pending.erase(*fences) != 0) original.vkQueueSubmit(queue, 0, nullptr, *fences);
      return original.vkWaitForFences(device, count, fences, all, nanoseconds);
    };
    table.vkDestroyFence = [](VkDevice device, VkFence fence,
                              const VkAllocationCallbacks* callbacks) {
      destroyed += static_cast<int>(pending.erase(fence));
      original.vkDestroyFence(device, fence, callbacks);
    };
  }

  static inline DeviceTable original;
  static inline VkQueue queue = VK_NULL_HANDLE;
  static inline std::set<VkFence> pending;
  static inline int submitted = 0;
  static inline int destroyed = 0;  // while they were in use
};

class LateFence : public OnDevice {
 protected:
  // Another thread waits while work is submitted, so that this gets a fence.
  static std::unique_ptr<backend::DeviceWork> submit_with_fence(
      VulkanDevice& opened, const Compiled& compiled, const std::vector<backend::BufferUse>& uses) {
    std::atomic<uint64_t> stop = 0;
    std::thread waiter(
        [&] { (void)opened.queue().wait(1 << 20, backend::Deadline::max(), nullptr, {&stop}); });
    while (!opened.queue().is_awaited()) std::this_thread::yield();
    auto work = test::value_of(opened.submit({{&compiled.executable, 1}, {1, 1, 1}, uses}));
    stop = 1;
    waiter.join();
    return work;
  }
};

TEST_F(LateFence, IsWaitedForBeforeItGoesThoughTheDeviceIsLost) {
  DeviceOptions options;
  options.patch_functions = LateFences::patch;
  options.patch_device = [](PhysicalDevice& device) {
    device.quirks.wakes_all_at_timelines = true;
  };
  auto backend = open(options);
  Compiled compiled = must_compile(*backend, step_program());
  auto work = submit_with_fence(*backend, compiled, {output_of(64)});
  EXPECT_EQ(LateFences::submitted, 1);
  while (!backend->queue().reached(work->submission())) std::this_thread::yield();
  EXPECT_EQ(work->wait(backend::Deadline::max()), backend::PendingState::kReady);
  backend->device().notice(VK_ERROR_DEVICE_LOST);
  work.reset();
  compiled = {};
  backend.reset();
  EXPECT_EQ(LateFences::destroyed, 0);
}

}  // namespace
}  // namespace vyre::vulkan
