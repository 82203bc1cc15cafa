#include "operands.h"

#include <cstring>

namespace bench {

using namespace vk;

namespace {

constexpr VkPipelineStageFlags kCompute = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
constexpr VkPipelineStageFlags kTransfer = VK_PIPELINE_STAGE_TRANSFER_BIT;

}  // namespace

const char* name_of(RawBytes bytes) {
  static constexpr const char* kNames[] = {"resident", "copied", "host memory in place",
                                           "device memory mapped"};
  return kNames[static_cast<size_t>(bytes)];
}

RawOperands::RawOperands(const RawDevice& device, VkDeviceSize size, RawBytes bytes)
    : copies_(bytes == RawBytes::kCopied && device.needs_copies()) {
  const bool on_device = bytes == RawBytes::kResident || copies_;
  const MemoryUse input = bytes == RawBytes::kMapped ? MemoryUse::kMapped : MemoryUse::kUpload;
  for (size_t i = 0; i < buffers_.size(); ++i) {
    const MemoryUse host_use = i < 2 ? input : MemoryUse::kReadback;
    buffers_[i] = device.create_buffer(size, on_device ? MemoryUse::kDevice : host_use);
    if (copies_) staging_[i] = device.create_buffer(size, host_use);
  }
}

void RawOperands::record_inputs(VkCommandBuffer commands, const VkBufferCopy& part) const {
  if (!copies_) return;
  for (size_t i = 0; i < 2; ++i) {
    vkCmdCopyBuffer(commands, staging_[i].buffer.get(), buffers_[i].buffer.get(), 1, &part);
  }
  record_barrier(commands, kTransfer, VK_ACCESS_TRANSFER_WRITE_BIT, kCompute,
                 VK_ACCESS_SHADER_READ_BIT);
}

void RawOperands::record_result(VkCommandBuffer commands, const VkBufferCopy& part) const {
  if (copies_) {
    record_barrier(commands, kCompute, VK_ACCESS_SHADER_WRITE_BIT, kTransfer,
                   VK_ACCESS_TRANSFER_READ_BIT);
    vkCmdCopyBuffer(commands, buffers_[2].buffer.get(), staging_[2].buffer.get(), 1, &part);
  }
  record_barrier(commands, kCompute | kTransfer,
                 VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT,
                 VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
}

void RawOperands::write(const XorInputs& words) const {
  std::memcpy(host()[0].mapped, words.left.data(), words.bytes());
  std::memcpy(host()[1].mapped, words.right.data(), words.bytes());
}

void RawOperands::read(XorInputs& words) const {
  std::memcpy(words.result.data(), host()[2].mapped, words.bytes());
}

}  // namespace bench
