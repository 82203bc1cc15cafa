#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/vulkan_functions.h"

namespace bench {

// Ends the process with |what| and the code unless |result| is VK_SUCCESS: a benchmark has no
// other use for an error.
void check(VkResult result, const char* what);

enum class MemoryUse { kDevice, kUpload, kMapped, kReadback };

// How the host learns that the device is done.
enum class RawWait { kFence, kFencePoll, kTimeline, kTimelinePoll };
inline constexpr std::array<RawWait, 4> kHandWaits = {RawWait::kFence, RawWait::kFencePoll,
                                                      RawWait::kTimeline, RawWait::kTimelinePoll};

struct RawBuffer {
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  void* mapped = nullptr;  // null when the host cannot see it
  VkDeviceSize size = 0;
};

// One device opened by hand: the side that vyre is compared with. One queue, one thread.
class RawDevice {
 public:
  // Opens the physical device with |uuid|. |bare|: create_layout() comes later.
  explicit RawDevice(const std::array<uint8_t, VK_UUID_SIZE>& uuid, bool bare = false);
  ~RawDevice();
  RawDevice(const RawDevice&) = delete;
  RawDevice& operator=(const RawDevice&) = delete;

  void create_layout();  // of the kernels' bindings, and a pool of descriptors for them
  RawBuffer create_buffer(VkDeviceSize size, MemoryUse use) const;
  void destroy_buffer(const RawBuffer& buffer) const;
  // |layout|: of create_pipeline_layout(), or the device's own.
  VkPipeline create_pipeline(std::span<const uint32_t> words, uint32_t workgroup,
                             VkPipelineCache cache = VK_NULL_HANDLE,
                             VkPipelineLayout layout = VK_NULL_HANDLE) const;
  VkDescriptorSetLayout create_set_layout() const;
  VkPipelineLayout create_pipeline_layout(VkDescriptorSetLayout sets) const;
  VkDescriptorSet create_set(const std::array<RawBuffer, 3>& buffers) const;
  VkDescriptorSet create_set(VkDescriptorPool pool,
                             const std::array<VkDescriptorBufferInfo, 3>& parts) const;
  void free_set(VkDescriptorSet set) const;

  VkCommandPool create_pool() const;  // of command buffers that are recorded again
  VkCommandBuffer create_commands(VkCommandPool pool) const;
  VkFence create_fence() const;
  VkQueryPool create_queries() const;  // two timestamps
  double seconds_between(VkQueryPool queries) const;

  void submit(VkCommandBuffer commands, VkFence fence) const;
  void run_now(VkCommandBuffer commands) const;  // waits for all that the device has to do
  void bind(VkCommandBuffer commands, VkDescriptorSet set) const;
  void push(VkCommandBuffer commands, std::array<uint32_t, 2> words) const;

  const std::string& name() const { return name_; }
  VkDevice device() const { return device_; }
  VkQueue queue() const { return queue_; }
  VkPipelineLayout layout() const { return layout_; }
  uint32_t family() const { return family_; }
  // |groups| or a few more as columns and rows, as many columns as the device takes.
  std::array<uint32_t, 2> grid_of(uint32_t groups) const {
    const uint32_t rows = (groups + max_groups_x_ - 1) / max_groups_x_;
    return {(groups + rows - 1) / rows, rows};
  }
  bool has_timestamps() const { return has_timestamps_; }
  // A discrete device computes in its own memory, so host bytes are copied there and back.
  bool needs_copies() const { return needs_copies_; }
  // Of work that is not told another way.
  RawWait wait() const { return wait_; }
  void set_wait(RawWait wait) { wait_ = wait; }

 private:
  void pick_physical_device(const std::array<uint8_t, VK_UUID_SIZE>& uuid);
  void create_device();
  uint32_t memory_type(uint32_t allowed, MemoryUse use) const;

  VkInstance instance_ = VK_NULL_HANDLE;
  VkPhysicalDevice physical_ = VK_NULL_HANDLE;
  VkDevice device_ = VK_NULL_HANDLE;
  VkQueue queue_ = VK_NULL_HANDLE;
  VkDescriptorSetLayout set_layout_ = VK_NULL_HANDLE;
  VkPipelineLayout layout_ = VK_NULL_HANDLE;
  VkDescriptorPool pool_ = VK_NULL_HANDLE;
  VkPhysicalDeviceMemoryProperties memory_{};
  std::string name_;
  uint32_t family_ = 0;
  uint32_t max_groups_x_ = 0;
  double timestamp_period_ = 1;
  bool has_timestamps_ = false;
  bool needs_copies_ = false;
  RawWait wait_ = RawWait::kFence;
};

void begin(VkCommandBuffer commands, VkCommandBufferUsageFlags flags = 0);
void end(VkCommandBuffer commands);
void record_barrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkAccessFlags from_access,
                    VkPipelineStageFlags to, VkAccessFlags to_access);

}  // namespace bench
