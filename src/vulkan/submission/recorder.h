#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "vulkan/submission/commands.h"

namespace vyre::vulkan {

// All that recorded work does.
SyncScope work_scope();

// What was recorded |before| is over, and its writes are visible, when what comes |after| begins.
void record_barrier(const LogicalDevice& device, VkCommandBuffer commands, const SyncScope& before,
                    const SyncScope& after);

// Filled descriptor sets: of kernels that cannot trap, of those that can, and of a GridStep.
inline constexpr uint32_t kSets = 3;
inline constexpr size_t kGridSet = 2;
using Sets = std::array<VkDescriptorSet, kSets>;

// Writes work into a command buffer, piece after piece. What is bound already is not bound again.
class Recorder {
 public:
  Recorder(const LogicalDevice& device, VkCommandBuffer into);

  // What earlier submissions wrote is visible to what comes.
  void wait_for_earlier_work() const;

  // What |commands| says, but for earlier work and the host. |kernels| are parallel to the runs;
  // |timestamps|, two of them, count when it is timed.
  void add(const Commands& commands, Kernels kernels, const Sets& sets, VkQueryPool timestamps);

  // What comes sees what the pieces so far wrote, and writes after they have read; the second for
  // kernels alone.
  void barrier() const;
  void wait_for_kernel() const;

  void reset(VkQueryPool timestamps, uint32_t count) const;  // before they are written
  void timestamp(VkQueryPool timestamps, uint32_t query) const;
  void show_to_host() const;

 private:
  void upload(const Commands& commands) const;
  void run(const Commands& commands, Kernels kernels, const Sets& sets);
  void download(const Commands& commands) const;
  void copy(const std::pmr::vector<BufferCopy>& copies) const;
  void copy_texels(const ImageCopy& copy) const;
  void clear(VkImage image) const;
  void dispatch(const Kernel& kernel, const Commands& commands, const KernelRun& run,
                std::span<const uint32_t> words);
  void dispatch_external(const Kernel& kernel, const Commands& commands,
                         std::span<const uint32_t> words);
  void bind(VkPipeline pipeline);
  void prepare_grid(const GridStep& step, const Sets& sets);
  void launch_grid(const GridStep& step) const;
  void bind_set(const Kernel& kernel, VkDescriptorSet set);
  void push(VkPipelineLayout layout, std::span<const uint32_t> words);
  bool on_hosts_device() const { return device_.borrowed() != nullptr; }

  const LogicalDevice& device_;
  const DeviceTable& vk_;
  const profile::DeviceProfile& limits_;
  const VkCommandBuffer into_;

  std::array<uint32_t, kPushedWords> words_ = {};  // of the next dispatch
  // What the command buffer holds so far.
  VkPipeline bound_ = VK_NULL_HANDLE;
  VkDescriptorSet bound_set_ = VK_NULL_HANDLE;
  std::array<uint32_t, kPushedWords> pushed_ = {};
  size_t pushed_count_ = 0;
};

}  // namespace vyre::vulkan
