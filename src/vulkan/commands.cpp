#include "vulkan/commands.h"

#include <algorithm>

namespace vyre::vulkan {
namespace {

constexpr VkPipelineStageFlags kWorkStages =
    VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
constexpr VkPipelineStageFlags kAnyStage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
constexpr VkAccessFlags kWorkWrites = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
constexpr VkAccessFlags kWorkReads =
    VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_UNIFORM_READ_BIT;

// Writes the commands of one recording, one step after the other.
class Recorder {
 public:
  Recorder(const Device& device, const Commands& commands, const Recording& into)
      : device_(device),
        vk_(device.vk()),
        limits_(device.profile()),
        commands_(commands),
        into_(into) {}

  void wait_for_earlier_work() const {
    if (!commands_.after_earlier_work) return;
    const Access earlier = on_hosts_device() ? Access{kAnyStage, VK_ACCESS_MEMORY_WRITE_BIT}
                                             : Access{kWorkStages, kWorkWrites};
    record_barrier(device_, into_.commands, earlier, work_access());
  }

  void upload() const {
    copy(commands_.uploads);
    for (const BufferRange& range : commands_.fills) {
      vk_.vkCmdFillBuffer(into_.commands, range.buffer, range.offset, range.size, 0);
    }
    if (commands_.uploads.empty() && commands_.fills.empty()) return;
    barrier(VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT, kWorkStages,
            kWorkReads | kWorkWrites);
  }

  void run(std::span<const std::shared_ptr<const Kernel>> kernels) {
    timestamp(0);
    const Kernel* before = nullptr;
    for (uint32_t pass = 0; pass < commands_.repeat; ++pass) {
      const uint32_t* words = commands_.words.data();
      for (size_t i = 0; i < kernels.size(); ++i) {
        const Kernel& kernel = *kernels[i];
        if (before != nullptr) wait_for_kernel();
        if (before == nullptr || kernel.can_trap() != before->can_trap()) bind_set(kernel);
        dispatch(kernel, commands_.runs[i].merged_workgroups, {words, kernel.parameters()});
        words += kernel.parameters();
        before = &kernel;
      }
    }
    timestamp(1);
  }

  void download() const {
    if (commands_.downloads.empty()) return;
    barrier(kWorkStages, kWorkWrites, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT);
    copy(commands_.downloads);
  }

  void show_to_host() const {
    Access later{VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT};
    if (on_hosts_device()) {
      later.stages |= kAnyStage;
      later.accesses |= VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    }
    record_barrier(device_, into_.commands, {kWorkStages, kWorkWrites}, later);
  }

 private:
  // Whose own work, before and after, may be of any kind.
  bool on_hosts_device() const { return device_.borrowed() != nullptr; }

  void barrier(VkPipelineStageFlags before, VkAccessFlags writes, VkPipelineStageFlags after,
               VkAccessFlags accesses) const {
    record_barrier(device_, into_.commands, {before, writes}, {after, accesses});
  }

  void wait_for_kernel() const {
    barrier(VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
            VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
            VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
  }

  // Copies between the same two buffers go into one command.
  void copy(const std::pmr::vector<BufferCopy>& copies) const {
    constexpr size_t kMost = 16;
    std::array<VkBufferCopy, kMost> regions;
    for (size_t first = 0; first < copies.size();) {
      const BufferCopy& model = copies[first];
      uint32_t count = 0;
      size_t next = first;
      while (next < copies.size() && count < kMost &&
             copies[next].from.buffer == model.from.buffer &&
             copies[next].to.buffer == model.to.buffer) {
        const BufferCopy& one = copies[next++];
        regions[count++] = {one.from.offset, one.to.offset, one.to.size};
      }
      vk_.vkCmdCopyBuffer(into_.commands, model.from.buffer, model.to.buffer, count,
                          regions.data());
      first = next;
    }
  }

  void timestamp(uint32_t query) const {
    if (!commands_.timed) return;
    // The bottom of the pipe: when everything before is over, so that earlier work does not count.
    vk_.vkCmdWriteTimestamp(into_.commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, into_.timestamps,
                            query);
  }

  void bind_set(const Kernel& kernel) const {
    const VkDescriptorSet& set = into_.sets[kernel.can_trap() ? 1 : 0];
    vk_.vkCmdBindDescriptorSets(into_.commands, VK_PIPELINE_BIND_POINT_COMPUTE, kernel.layout(), 0,
                                1, &set, 0, nullptr);
  }

  void dispatch(const Kernel& kernel, uint32_t merged, std::span<const uint32_t> words) {
    if (kernel.is_foreign()) return dispatch_foreign(kernel, words);
    const uint32_t all = commands_.grid[0];
    std::copy(words.begin(), words.end(), words_.begin() + spirv::kBaseWords);
    const size_t count = spirv::kBaseWords + words.size();
    if (merged > 0) dispatch_columns(kernel, kernel.merged_pipeline(), count, 0, merged);
    if (merged < all) dispatch_columns(kernel, kernel.pipeline(), count, merged, all);
  }

  // The push constants are its own, so that the grid has to fit into one dispatch.
  void dispatch_foreign(const Kernel& kernel, std::span<const uint32_t> words) {
    bind(kernel.pipeline());
    if (!words.empty()) {
      vk_.vkCmdPushConstants(into_.commands, kernel.layout(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                             static_cast<uint32_t>(words.size_bytes()), words.data());
    }
    const auto& grid = commands_.grid;
    vk_.vkCmdDispatch(into_.commands, grid[0], grid[1], grid[2]);
  }

  // The workgroups from |first| up to |end| on the x axis.
  void dispatch_columns(const Kernel& kernel, VkPipeline pipeline, size_t count, uint32_t first,
                        uint32_t end) {
    bind(pipeline);
    const auto& most = limits_.max_workgroup_count;
    const auto& grid = commands_.grid;
    for (uint64_t z = 0; z < grid[2]; z += most[2]) {
      for (uint64_t y = 0; y < grid[1]; y += most[1]) {
        for (uint64_t x = first; x < end; x += most[0]) {
          words_[0] = static_cast<uint32_t>(x);
          words_[1] = static_cast<uint32_t>(y);
          words_[2] = static_cast<uint32_t>(z);
          push(kernel.layout(), std::span(words_).first(count));
          dispatch_piece({end, grid[1], grid[2]});
        }
      }
    }
  }

  // From the workgroup that the words begin with.
  void dispatch_piece(const std::array<uint32_t, 3>& end) const {
    std::array<uint32_t, 3> count{};
    for (size_t axis = 0; axis < 3; ++axis) {
      count[axis] = std::min(end[axis] - words_[axis], limits_.max_workgroup_count[axis]);
    }
    vk_.vkCmdDispatch(into_.commands, count[0], count[1], count[2]);
  }

  // Segments of one program follow each other, often with equal words.
  void bind(VkPipeline pipeline) {
    if (pipeline == bound_) return;
    vk_.vkCmdBindPipeline(into_.commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    bound_ = pipeline;
  }

  void push(VkPipelineLayout layout, std::span<const uint32_t> words) {
    if (words.size() <= pushed_count_ && std::equal(words.begin(), words.end(), pushed_.begin())) {
      return;
    }
    std::copy(words.begin(), words.end(), pushed_.begin());
    pushed_count_ = std::max(pushed_count_, words.size());
    vk_.vkCmdPushConstants(into_.commands, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                           static_cast<uint32_t>(words.size_bytes()), words.data());
  }

  const Device& device_;
  const DeviceTable& vk_;
  const backend::DeviceProfile& limits_;
  const Commands& commands_;
  const Recording& into_;

  std::array<uint32_t, kPushedWords> words_ = {};  // of the next dispatch
  // What the command buffer holds so far.
  VkPipeline bound_ = VK_NULL_HANDLE;
  std::array<uint32_t, kPushedWords> pushed_ = {};
  size_t pushed_count_ = 0;
};

}  // namespace

BufferRange range_of(const Span& span, uint64_t offset, uint64_t size) {
  return {span.block->id, span.block->buffer, span.block->offset + span.offset + offset, size};
}

void Commands::clear() {
  runs.clear();
  words.clear();
  repeat = 1;
  grid = {0, 0, 0};
  after_earlier_work = false;
  timed = false;
  uploads.clear();
  fills.clear();
  buffers.clear();
  downloads.clear();
}

void record_inside(const Device& device, const Commands& commands,
                   std::span<const std::shared_ptr<const Kernel>> kernels, const Recording& into) {
  Recorder recorder(device, commands, into);
  recorder.wait_for_earlier_work();
  recorder.upload();
  if (!kernels.empty()) recorder.run(kernels);
  recorder.download();
}

void record_barrier(const Device& device, VkCommandBuffer commands, const Access& before,
                    const Access& after) {
  VkMemoryBarrier memory{};
  memory.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  memory.srcAccessMask = before.accesses;
  memory.dstAccessMask = after.accesses;
  device.vk().vkCmdPipelineBarrier(commands, before.stages, after.stages, 0, 1, &memory, 0, nullptr,
                                   0, nullptr);
}

Access work_access() { return {kWorkStages, kWorkReads | kWorkWrites}; }

Status record(const Device& device, const Commands& commands,
              std::span<const std::shared_ptr<const Kernel>> kernels, const Recording& into) {
  const DeviceTable& vk = device.vk();
  VkCommandBufferBeginInfo begin{};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  VkResult result = vk.vkBeginCommandBuffer(into.commands, &begin);
  if (result != VK_SUCCESS) return device.error(result, "vkBeginCommandBuffer");
  if (commands.timed) vk.vkCmdResetQueryPool(into.commands, into.timestamps, 0, 2);
  record_inside(device, commands, kernels, into);
  Recorder(device, commands, into).show_to_host();
  result = vk.vkEndCommandBuffer(into.commands);
  if (result != VK_SUCCESS) return device.error(result, "vkEndCommandBuffer");
  return {};
}

uint64_t dispatch_pieces(const std::array<uint32_t, 3>& grid,
                         const std::array<uint32_t, 3>& max_workgroup_count) {
  uint64_t pieces = 1;
  for (size_t axis = 0; axis < 3; ++axis) {
    const uint64_t here =
        (uint64_t{grid[axis]} + max_workgroup_count[axis] - 1) / max_workgroup_count[axis];
    if (here != 0 && pieces > UINT64_MAX / here) return UINT64_MAX;
    pieces *= here;
  }
  return pieces;
}

}  // namespace vyre::vulkan
