#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>

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

// Owners of a device's objects.
template <auto& kDestroy>
struct DestroyOn {
  template <class T>
  void operator()(T* object) const {
    kDestroy(device, object, nullptr);
  }
  VkDevice device = VK_NULL_HANDLE;
};
template <class Handle, auto& kDestroy>
using OwnedOn = std::unique_ptr<std::remove_pointer_t<Handle>, DestroyOn<kDestroy>>;

using RawCommandPool = OwnedOn<VkCommandPool, vk::vkDestroyCommandPool>;
using RawDescriptorPool = OwnedOn<VkDescriptorPool, vk::vkDestroyDescriptorPool>;
using RawFence = OwnedOn<VkFence, vk::vkDestroyFence>;
using RawPipeline = OwnedOn<VkPipeline, vk::vkDestroyPipeline>;
using RawPipelineLayout = OwnedOn<VkPipelineLayout, vk::vkDestroyPipelineLayout>;
using RawQueries = OwnedOn<VkQueryPool, vk::vkDestroyQueryPool>;
using RawSemaphore = OwnedOn<VkSemaphore, vk::vkDestroySemaphore>;
using RawSetLayout = OwnedOn<VkDescriptorSetLayout, vk::vkDestroyDescriptorSetLayout>;

struct RawBuffer {
  OwnedOn<VkDeviceMemory, vk::vkFreeMemory> memory;
  OwnedOn<VkBuffer, vk::vkDestroyBuffer> buffer;
  void* mapped = nullptr;  // null when the host cannot see it
  VkDeviceSize size = 0;
};

// For a descriptor set.
inline std::array<VkBuffer, 3> buffers_of(const std::array<RawBuffer, 3>& all) {
  return {all[0].buffer.get(), all[1].buffer.get(), all[2].buffer.get()};
}

struct FreeSet {
  void operator()(VkDescriptorSet set) const;
  const class RawDevice* device = nullptr;
};
using RawSet = std::unique_ptr<std::remove_pointer_t<VkDescriptorSet>, FreeSet>;

using RawUuid = std::array<uint8_t, VK_UUID_SIZE>;

VkInstance create_instance();
// The physical device with |uuid|, and its |properties|.
VkPhysicalDevice find_device(VkInstance instance, const RawUuid& uuid,
                             VkPhysicalDeviceProperties2& properties);
// With one queue, of |family|.
VkDevice create_device(VkPhysicalDevice physical, uint32_t family);

// One device opened by hand: the side that vyre is compared with. One queue.
class RawDevice {
 public:
  // Opens the physical device with |uuid|. |bare|: create_layout() comes later.
  explicit RawDevice(const RawUuid& uuid, bool bare = false);
  ~RawDevice();
  RawDevice(const RawDevice&) = delete;
  RawDevice& operator=(const RawDevice&) = delete;

  void create_layout();  // of the kernels' bindings, and a pool of descriptors for them
  RawBuffer create_buffer(VkDeviceSize size, MemoryUse use) const;
  // |layout|: of create_pipeline_layout(), or the device's own.
  RawPipeline create_pipeline(std::span<const uint32_t> words, uint32_t workgroup,
                              VkPipelineCache cache = VK_NULL_HANDLE,
                              VkPipelineLayout layout = VK_NULL_HANDLE) const;
  RawSetLayout create_set_layout() const;
  RawPipelineLayout create_pipeline_layout(VkDescriptorSetLayout sets) const;
  RawDescriptorPool create_set_pool(uint32_t sets, VkDescriptorPoolCreateFlags flags = 0) const;
  RawSet create_set(const std::array<VkBuffer, 3>& buffers) const;
  VkDescriptorSet create_set(VkDescriptorPool pool,
                             const std::array<VkDescriptorBufferInfo, 3>& parts) const;
  void free_set(VkDescriptorSet set) const;

  // What |create| makes of |info|; |what| is its name.
  template <class Owner, class Create, class Info>
  Owner make(Create create, const Info& info, const char* what) const {
    typename Owner::pointer object = VK_NULL_HANDLE;
    check(create(device_, &info, nullptr, &object), what);
    return Owner(object, typename Owner::deleter_type{device_});
  }
  RawCommandPool create_pool() const;  // of command buffers that are recorded again
  VkCommandBuffer create_commands(VkCommandPool pool) const;
  RawFence create_fence() const;

  void submit(VkCommandBuffer commands, VkFence fence) const;
  void run_now(VkCommandBuffer commands) const;  // waits for all that the device has to do
  void bind(VkCommandBuffer commands, VkDescriptorSet set) const;
  void push(VkCommandBuffer commands, std::array<uint32_t, 2> words) const;

  const std::string& name() const { return name_; }
  VkDevice device() const { return device_; }
  VkQueue queue() const { return queue_; }
  std::mutex& queue_mutex() const { return queue_mutex_; }  // of submissions of several threads
  // |groups| or a few more as columns and rows, as many columns as the device takes.
  std::array<uint32_t, 2> grid_of(uint32_t groups) const {
    const uint32_t rows = (groups + max_groups_x_ - 1) / max_groups_x_;
    return {(groups + rows - 1) / rows, rows};
  }
  bool has_timestamps() const { return has_timestamps_; }
  double timestamp_period() const { return timestamp_period_; }
  // A discrete device computes in its own memory, so host bytes are copied there and back.
  bool needs_copies() const { return needs_copies_; }
  // Of all its work.
  RawWait wait() const { return wait_; }
  void set_wait(RawWait wait) { wait_ = wait; }

 private:
  void pick_physical_device(const RawUuid& uuid);
  void pick_family();
  uint32_t memory_type(uint32_t allowed, MemoryUse use) const;

  VkInstance instance_ = VK_NULL_HANDLE;
  VkPhysicalDevice physical_ = VK_NULL_HANDLE;
  VkDevice device_ = VK_NULL_HANDLE;
  VkQueue queue_ = VK_NULL_HANDLE;
  mutable std::mutex queue_mutex_;
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
// What kernels wrote reaches the next kernel, and the host.
void record_kernel_barrier(VkCommandBuffer commands);
void record_host_barrier(VkCommandBuffer commands);

}  // namespace bench
