#include "vulkan/submission/recorder.h"

#include <algorithm>

namespace vyre::vulkan {
namespace {

constexpr VkPipelineStageFlags kWorkStages =
    VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
constexpr VkPipelineStageFlags kAnyStage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
constexpr VkAccessFlags kWorkWrites = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
constexpr VkAccessFlags kWorkReads =
    VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_UNIFORM_READ_BIT;

VkImageSubresourceLayers layers_of(const ImagePart& part) {
  return {VK_IMAGE_ASPECT_COLOR_BIT, part.level, part.layer, part.layers};
}

VkOffset3D offset_of(const ImagePart& part) {
  const auto& [x, y, z] = part.first;
  return {static_cast<int32_t>(x), static_cast<int32_t>(y), static_cast<int32_t>(z)};
}

VkExtent3D extent_of(const ImagePart& part) { return {part.size[0], part.size[1], part.size[2]}; }

}  // namespace

SyncScope work_scope() { return {kWorkStages, kWorkReads | kWorkWrites}; }

void record_barrier(const LogicalDevice& device, VkCommandBuffer commands, const SyncScope& before,
                    const SyncScope& after) {
  auto memory = structure<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
  memory.srcAccessMask = before.accesses;
  memory.dstAccessMask = after.accesses;
  device.vk().vkCmdPipelineBarrier(commands, before.stages, after.stages, 0, 1, &memory, 0, nullptr,
                                   0, nullptr);
  kernel_host::DeviceCounters::add(device.counters().barriers);
}

Recorder::Recorder(const LogicalDevice& device, VkCommandBuffer into)
    : device_(device), vk_(device.vk()), limits_(device.profile()), into_(into) {}

// On a host's device its own work, before and after, may be of any kind.
void Recorder::wait_for_earlier_work() const {
  const SyncScope earlier = on_hosts_device() ? SyncScope{kAnyStage, VK_ACCESS_MEMORY_WRITE_BIT}
                                              : SyncScope{kWorkStages, kWorkWrites};
  record_barrier(device_, into_, earlier, work_scope());
}

void Recorder::add(const Commands& commands, Kernels kernels, const Sets& sets,
                   VkQueryPool timestamps) {
  const bool timed_copies = commands.timed && kernels.empty();  // else they do not count
  const bool timed_kernels = commands.timed && !kernels.empty();
  if (timed_copies) timestamp(timestamps, 0);
  for (const ImageCopy& one : commands.image_copies) copy_texels(one);
  upload(commands);
  if (timed_kernels) timestamp(timestamps, 0);
  if (!kernels.empty()) run(commands, kernels, sets);
  if (timed_kernels) timestamp(timestamps, 1);
  download(commands);
  if (timed_copies) timestamp(timestamps, 1);
}

void Recorder::barrier() const {
  record_barrier(device_, into_, {kWorkStages, kWorkWrites}, work_scope());
}

void Recorder::reset(VkQueryPool timestamps, uint32_t count) const {
  vk_.vkCmdResetQueryPool(into_, timestamps, 0, count);
}

// At the bottom of the pipe: when everything before is over, so that earlier work does not count.
void Recorder::timestamp(VkQueryPool timestamps, uint32_t query) const {
  vk_.vkCmdWriteTimestamp(into_, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, timestamps, query);
}

void Recorder::show_to_host() const {
  SyncScope later{VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT};
  if (on_hosts_device()) {
    later.stages |= kAnyStage;
    later.accesses |= VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
  }
  record_barrier(device_, into_, {kWorkStages, kWorkWrites}, later);
}

void Recorder::upload(const Commands& commands) const {
  copy(commands.uploads);
  for (const auto& [to, word] : commands.fills) {
    vk_.vkCmdFillBuffer(into_, to.buffer, to.offset, to.size, word);
  }
  if (commands.uploads.empty() && commands.fills.empty()) return;
  if (commands.runs.empty() && commands.downloads.empty()) return;
  record_barrier(device_, into_, {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT},
                 work_scope());
}

void Recorder::run(const Commands& commands, Kernels kernels, const Sets& sets) {
  if (!commands.label.empty()) device_.debug().begin(into_, commands.label.c_str());
  bool first = true;
  for (uint32_t pass = 0; pass < commands.repeat; ++pass) {
    const uint32_t* words = commands.words.data();
    for (size_t i = 0; i < kernels.size(); ++i) {
      const Kernel& kernel = *kernels[i];
      if (!first) wait_for_kernel();
      first = false;
      if (commands.grid_step) prepare_grid(*commands.grid_step, sets);
      bind_set(kernel, sets[kernel.can_trap() ? 1 : 0]);
      dispatch(kernel, commands, commands.runs[i], {words, kernel.parameters()});
      words += kernel.parameters();
    }
  }
  if (!commands.label.empty()) device_.debug().end(into_);
}

void Recorder::download(const Commands& commands) const {
  if (commands.downloads.empty()) return;
  if (!commands.runs.empty()) {
    record_barrier(device_, into_, {kWorkStages, kWorkWrites},
                   {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT});
  }
  copy(commands.downloads);
}

void Recorder::wait_for_kernel() const {
  record_barrier(
      device_, into_, {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT},
      {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
       VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_UNIFORM_READ_BIT});
}

// Copies between the same two buffers go into one command.
void Recorder::copy(const std::pmr::vector<BufferCopy>& copies) const {
  constexpr size_t kMax = 16;
  std::array<VkBufferCopy, kMax> regions;
  for (size_t first = 0; first < copies.size();) {
    const BufferCopy& model = copies[first];
    uint32_t count = 0;
    size_t next = first;
    while (next < copies.size() && count < kMax && copies[next].from.buffer == model.from.buffer &&
           copies[next].to.buffer == model.to.buffer) {
      const BufferCopy& one = copies[next++];
      regions[count++] = {one.from.offset, one.to.offset, one.to.size};
    }
    vk_.vkCmdCopyBuffer(into_, model.from.buffer, model.to.buffer, count, regions.data());
    first = next;
  }
}

// From whatever it was, with nothing of it kept.
void Recorder::clear(VkImage image) const {
  const VkImageSubresourceRange all{VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0,
                                    VK_REMAINING_ARRAY_LAYERS};
  auto barrier = structure<VkImageMemoryBarrier>(VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER);
  barrier.dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
  barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
  barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.image = image;
  barrier.subresourceRange = all;
  vk_.vkCmdPipelineBarrier(into_, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT,
                           0, 0, nullptr, 0, nullptr, 1, &barrier);
  const VkClearColorValue zeroes{};
  vk_.vkCmdClearColorImage(into_, image, VK_IMAGE_LAYOUT_GENERAL, &zeroes, 1, &all);
}

void Recorder::copy_texels(const ImageCopy& copy) const {
  const ImagePart& part = copy.image;
  const VkBufferImageCopy region{copy.bytes.offset, copy.row_texels, copy.slice_rows,
                                 layers_of(part),   offset_of(part), extent_of(part)};
  const VkImageCopy between{layers_of(copy.from), offset_of(copy.from), layers_of(part),
                            offset_of(part), extent_of(part)};
  constexpr VkImageLayout kLayout = VK_IMAGE_LAYOUT_GENERAL;
  switch (copy.kind) {
    case ImageCopy::Kind::kClear:
      return clear(part.image);
    case ImageCopy::Kind::kUpload:
      return vk_.vkCmdCopyBufferToImage(into_, copy.bytes.buffer, part.image, kLayout, 1, &region);
    case ImageCopy::Kind::kDownload:
      return vk_.vkCmdCopyImageToBuffer(into_, part.image, kLayout, copy.bytes.buffer, 1, &region);
    case ImageCopy::Kind::kCopy:
      return vk_.vkCmdCopyImage(into_, copy.from.image, kLayout, part.image, kLayout, 1, &between);
  }
}

// The grid is looked at before any of it is launched: the run may write where it came from.
void Recorder::prepare_grid(const GridStep& step, const Sets& sets) {
  bind_set(*step.kernel, sets[kGridSet]);
  bind(step.kernel->pipeline());
  vk_.vkCmdDispatch(into_, 1, 1, 1);
  record_barrier(device_, into_, {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT},
                 {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT,
                  VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT |
                      VK_ACCESS_INDIRECT_COMMAND_READ_BIT});
}

void Recorder::dispatch(const Kernel& kernel, const Commands& commands, const KernelRun& run,
                        std::span<const uint32_t> words) {
  if (kernel.is_external()) return dispatch_external(kernel, commands, words);
  auto end = words_.begin() + spirv::kBaseWords;
  if (kernel.is_guarded()) end = std::ranges::copy(commands.shape, end).out;
  end = std::ranges::copy(words, end).out;
  const auto count = static_cast<size_t>(end - words_.begin());
  if (commands.grid_step) {
    bind(kernel.pipeline());
    std::fill_n(words_.begin(), spirv::kBaseWords, 0);
    push(kernel.layout(), std::span(words_).first(count));
    return launch_grid(*commands.grid_step);
  }
  const auto launch = [&](const kernel_host::GridPiece& piece) {
    bind(piece.coarsened ? kernel.coarsened_pipeline() : kernel.pipeline());
    std::ranges::copy(piece.base, words_.begin());
    push(kernel.layout(), std::span(words_).first(count));
    vk_.vkCmdDispatch(into_, piece.size[0], piece.size[1], piece.size[2]);
  };
  if (commands.grid[0] == 0) {  // to have run once
    launch({});
    if (kernel.coarsened_pipeline() != VK_NULL_HANDLE) launch({.coarsened = true});
    return;
  }
  kernel_host::launch_pieces({commands.first, commands.grid},
                             {run.coarsened_workgroups, run.active_workgroups},
                             limits_.max_workgroup_count, launch);
}

// The push constants are its own, so that the grid has to fit into one dispatch.
void Recorder::dispatch_external(const Kernel& kernel, const Commands& commands,
                                 std::span<const uint32_t> words) {
  bind(kernel.pipeline());
  if (!words.empty()) {
    vk_.vkCmdPushConstants(into_, kernel.layout(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                           static_cast<uint32_t>(words.size_bytes()), words.data());
  }
  if (commands.grid_step) {
    launch_grid(*commands.grid_step);
  } else {
    vk_.vkCmdDispatch(into_, commands.grid[0], commands.grid[1], commands.grid[2]);
  }
  pushed_count_ = 0;
  bound_set_ = VK_NULL_HANDLE;
}

void Recorder::launch_grid(const GridStep& step) const {
  vk_.vkCmdDispatchIndirect(into_, step.block.buffer, step.block.offset);
}

void Recorder::bind(VkPipeline pipeline) {
  if (pipeline == bound_) return;
  vk_.vkCmdBindPipeline(into_, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
  bound_ = pipeline;
}

// The layouts of all kernels but external ones push the same, so a set stays bound.
void Recorder::bind_set(const Kernel& kernel, VkDescriptorSet set) {
  if (set == bound_set_ && !kernel.is_external()) return;
  vk_.vkCmdBindDescriptorSets(into_, VK_PIPELINE_BIND_POINT_COMPUTE, kernel.layout(), 0, 1, &set, 0,
                              nullptr);
  bound_set_ = set;
}

void Recorder::push(VkPipelineLayout layout, std::span<const uint32_t> words) {
  if (words.size() <= pushed_count_ && std::equal(words.begin(), words.end(), pushed_.begin())) {
    return;
  }
  std::copy(words.begin(), words.end(), pushed_.begin());
  pushed_count_ = std::max(pushed_count_, words.size());
  vk_.vkCmdPushConstants(into_, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                         static_cast<uint32_t>(words.size_bytes()), words.data());
}

}  // namespace vyre::vulkan
