#include "memory.h"

#include <cstring>

#include "xor_one.h"

namespace bench {

using namespace vk;

RawPipelines::~RawPipelines() {
  for (const One& one : all_) {
    vkDestroyPipeline(device_.device(), one.pipeline, nullptr);
    vkDestroyPipelineLayout(device_.device(), one.layout, nullptr);
    vkDestroyDescriptorSetLayout(device_.device(), one.set_layout, nullptr);
  }
}

void RawPipelines::add(uint32_t workgroup) {
  One one{};
  one.set_layout = device_.create_set_layout();
  one.layout = device_.create_pipeline_layout(one.set_layout);
  one.pipeline = device_.create_pipeline(xor_one, workgroup, VK_NULL_HANDLE, one.layout);
  all_.push_back(one);
}

RawPending::RawPending(const RawDevice& device, uint32_t most, bool host_bytes)
    : device_(device),
      max_(most),
      host_bytes_(host_bytes),
      copies_(host_bytes && device.needs_copies()) {
  for (size_t i = 0; i < buffers_.size(); ++i) {
    const MemoryUse host_use = i < 2 ? MemoryUse::kUpload : MemoryUse::kReadback;
    const bool direct = host_bytes && !copies_;
    buffers_[i] = device_.create_buffer(most * kBytes, direct ? host_use : MemoryUse::kDevice);
    if (copies_) staging_[i] = device_.create_buffer(most * kBytes, host_use);
  }
  pipeline_ = device_.create_pipeline(xor_one, kElements);
  pool_ = device_.create_pool();
  create_descriptors();
}

RawPending::~RawPending() {
  wait();
  for (const One& one : all_) vkDestroyFence(device_.device(), one.fence, nullptr);
  vkDestroyDescriptorPool(device_.device(), sets_, nullptr);
  vkDestroyCommandPool(device_.device(), pool_, nullptr);
  vkDestroyPipeline(device_.device(), pipeline_, nullptr);
  for (const RawBuffer& buffer : buffers_) device_.destroy_buffer(buffer);
  for (const RawBuffer& buffer : staging_) device_.destroy_buffer(buffer);
}

void RawPending::create_descriptors() {
  const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, max_ * 3};
  VkDescriptorPoolCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  info.maxSets = max_;
  info.poolSizeCount = 1;
  info.pPoolSizes = &size;
  check(vkCreateDescriptorPool(device_.device(), &info, nullptr, &sets_), "vkCreateDescriptorPool");
}

VkDescriptorSet RawPending::create_set(VkDeviceSize offset) const {
  std::array<VkDescriptorBufferInfo, 3> parts{};
  for (size_t i = 0; i < parts.size(); ++i) parts[i] = {buffers_[i].buffer, offset, kBytes};
  return device_.create_set(sets_, parts);
}

void RawPending::record(const One& one, VkDeviceSize offset) const {
  constexpr VkPipelineStageFlags kCompute = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
  constexpr VkPipelineStageFlags kTransfer = VK_PIPELINE_STAGE_TRANSFER_BIT;
  const VkBufferCopy part{offset, offset, kBytes};
  begin(one.commands, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT);
  for (size_t i = 0; copies_ && i < 2; ++i) {
    vkCmdCopyBuffer(one.commands, staging_[i].buffer, buffers_[i].buffer, 1, &part);
  }
  if (copies_) {
    record_barrier(one.commands, kTransfer, VK_ACCESS_TRANSFER_WRITE_BIT, kCompute,
                   VK_ACCESS_SHADER_READ_BIT);
  }
  vkCmdBindPipeline(one.commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_);
  device_.bind(one.commands, one.set);
  device_.push(one.commands, {kElements, 0});
  vkCmdDispatch(one.commands, 1, 1, 1);
  if (copies_) {
    record_barrier(one.commands, kCompute, VK_ACCESS_SHADER_WRITE_BIT, kTransfer,
                   VK_ACCESS_TRANSFER_READ_BIT);
    vkCmdCopyBuffer(one.commands, buffers_[2].buffer, staging_[2].buffer, 1, &part);
  }
  record_barrier(one.commands, kCompute | kTransfer,
                 VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT,
                 VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
  end(one.commands);
}

void RawPending::submit() {
  const VkDeviceSize offset = all_.size() * kBytes;
  if (host_bytes_) {
    const std::array<RawBuffer, 3>& host = copies_ ? staging_ : buffers_;
    for (size_t i = 0; i < 2; ++i) {
      std::memset(static_cast<char*>(host[i].mapped) + offset, static_cast<int>(i + 1), kBytes);
    }
  }
  const One one{create_set(offset), device_.create_commands(pool_), device_.create_fence()};
  record(one, offset);
  device_.submit(one.commands, one.fence);
  all_.push_back(one);
}

void RawPending::wait() {
  for (const One& one : all_) {
    check(vkWaitForFences(device_.device(), 1, &one.fence, VK_TRUE, UINT64_MAX), "vkWaitForFences");
  }
}

uint64_t RawPending::device_bytes() const { return 3 * max_ * kBytes * (copies_ ? 2 : 1); }

}  // namespace bench
