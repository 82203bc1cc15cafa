#include "kernel.h"

#include <algorithm>
#include <cstring>

namespace bench {

using namespace vk;

namespace {

constexpr VkDeviceSize kStagingBytes = 64u << 20;

void barrier(VkCommandBuffer commands, VkPipelineStageFlags to, VkAccessFlags to_access) {
  record_barrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT, to,
                 to_access);
}

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
  commands_ = device_.create_commands(pool_);
}

RawBuffers::~RawBuffers() {
  vkDestroyCommandPool(device_.device(), pool_, nullptr);
  for (const RawBuffer& buffer : buffers_) device_.destroy_buffer(buffer);
  device_.destroy_buffer(staging_);
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
    copy(staging_.buffer, 0, buffers_[slot].buffer, at, size);
  }
}

void RawBuffers::read(size_t slot, std::span<uint32_t> words) {
  auto* bytes = reinterpret_cast<uint8_t*>(words.data());
  for (VkDeviceSize at = 0; at < words.size_bytes(); at += staging_.size) {
    const VkDeviceSize size = std::min(staging_.size, words.size_bytes() - at);
    copy(buffers_[slot].buffer, at, staging_.buffer, 0, size);
    std::memcpy(bytes + at, staging_.mapped, size);
  }
}

RawKernel::RawKernel(const RawDevice& device, const RawBuffers& buffers,
                     std::span<const RawStage> stages)
    : device_(device), work_(device) {
  for (const RawStage& stage : stages) {
    pipelines_.push_back(device_.create_pipeline(stage.words, stage.constant));
  }
  set_ = device_.create_set(buffers.all());
  create_commands();
  record(stages);
}

RawKernel::~RawKernel() {
  vkDestroyQueryPool(device_.device(), queries_, nullptr);
  vkDestroyCommandPool(device_.device(), pool_, nullptr);
  for (const VkPipeline pipeline : pipelines_) {
    vkDestroyPipeline(device_.device(), pipeline, nullptr);
  }
  device_.free_set(set_);
}

void RawKernel::create_commands() {
  pool_ = device_.create_pool();
  commands_ = device_.create_commands(pool_);
  queries_ = device_.create_queries();
}

void RawKernel::record(std::span<const RawStage> stages) {
  const auto stamp = [&](uint32_t number) {
    if (!device_.has_timestamps()) return;
    vkCmdWriteTimestamp(commands_, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, queries_, number);
  };
  begin(commands_);
  if (device_.has_timestamps()) vkCmdResetQueryPool(commands_, queries_, 0, 2);
  device_.bind(commands_, set_);
  stamp(0);
  for (size_t i = 0; i < stages.size(); ++i) {
    if (i > 0) {
      barrier(commands_, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
              VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    }
    const RawStage& stage = stages[i];
    vkCmdBindPipeline(commands_, VK_PIPELINE_BIND_POINT_COMPUTE, pipelines_[i]);
    device_.push(commands_, stage.pushed);
    vkCmdDispatch(commands_, stage.groups[0], stage.groups[1], 1);
  }
  stamp(1);
  barrier(commands_, VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
  end(commands_);
}

void RawKernel::run() { work_.run(commands_); }

std::optional<double> RawKernel::device_seconds() const {
  if (!device_.has_timestamps()) return std::nullopt;
  return device_.seconds_between(queries_);
}

}  // namespace bench
