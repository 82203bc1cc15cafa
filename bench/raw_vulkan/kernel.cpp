#include "kernel.h"

#include <algorithm>
#include <cstring>

namespace bench {

using namespace vk;

namespace {

constexpr VkDeviceSize kStagingBytes = 64u << 20;

}  // namespace

RawBuffers::RawBuffers(const RawDevice& device, const std::array<uint64_t, 3>& counts)
    : device_(device) {
  VkDeviceSize most = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    const VkDeviceSize size = counts[i] * sizeof(uint32_t);
    buffers_[i] = device_.create_buffer(size, MemoryUse::kDevice);
    most = std::max(most, size);
  }
  staging_ = device_.create_buffer(std::min(most, kStagingBytes), MemoryUse::kReadback);
  pool_ = device_.create_pool();
  commands_ = device_.create_commands(pool_.get());
}

void RawBuffers::copy(VkBuffer from, VkDeviceSize from_byte, VkBuffer to, VkDeviceSize to_byte,
                      VkDeviceSize size) {
  begin(commands_);
  const VkBufferCopy region{from_byte, to_byte, size};
  vkCmdCopyBuffer(commands_, from, to, 1, &region);
  end(commands_);
  device_.run_now(commands_);
}

void RawBuffers::write(size_t slot, std::span<const uint32_t> words) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(words.data());
  for (VkDeviceSize at = 0; at < words.size_bytes(); at += staging_.size) {
    const VkDeviceSize size = std::min(staging_.size, words.size_bytes() - at);
    std::memcpy(staging_.mapped, bytes + at, size);
    copy(staging_.buffer.get(), 0, buffers_[slot].buffer.get(), at, size);
  }
}

void RawBuffers::read(size_t slot, std::span<uint32_t> words) {
  auto* bytes = reinterpret_cast<uint8_t*>(words.data());
  for (VkDeviceSize at = 0; at < words.size_bytes(); at += staging_.size) {
    const VkDeviceSize size = std::min(staging_.size, words.size_bytes() - at);
    copy(buffers_[slot].buffer.get(), at, staging_.buffer.get(), 0, size);
    std::memcpy(bytes + at, staging_.mapped, size);
  }
}

RawKernel::RawKernel(const RawDevice& device, const RawBuffers& buffers,
                     std::span<const RawStage> stages)
    : work_(device), clock_(device) {
  for (const RawStage& stage : stages) {
    pipelines_.push_back(device.create_pipeline(stage.words, stage.constant));
  }
  set_ = device.create_set(buffers.all());
  record(device, stages);
}

void RawKernel::record(const RawDevice& device, std::span<const RawStage> stages) const {
  const VkCommandBuffer commands = work_.commands();
  clock_.begin(commands);
  device.bind(commands, set_.get());
  clock_.stamp(commands, 0);
  for (size_t i = 0; i < stages.size(); ++i) {
    if (i > 0) record_kernel_barrier(commands);
    const RawStage& stage = stages[i];
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipelines_[i].get());
    device.push(commands, stage.pushed);
    vkCmdDispatch(commands, stage.groups[0], stage.groups[1], 1);
  }
  clock_.stamp(commands, 1);
  record_host_barrier(commands);
  end(commands);
}

}  // namespace bench
