#include "replay.h"

#include <cstring>
#include <vector>

#include "harness/samples.h"
#include "xor_one.h"

namespace bench {

using namespace vk;

const char* name_of(RawBytes bytes) {
  switch (bytes) {
    case RawBytes::kResident:
      return "resident";
    case RawBytes::kCopied:
      return "copied";
    case RawBytes::kInPlace:
      return "host memory in place";
    case RawBytes::kMapped:
      return "device memory mapped";
  }
  return "";
}

RawReplay::RawReplay(const RawDevice& device, uint32_t dispatches, bool barriers, RawBytes bytes)
    : device_(device), copies_(bytes == RawBytes::kCopied && device.needs_copies()), work_(device) {
  create_buffers(bytes);
  pipeline_ = device_.create_pipeline(xor_one, kElements);
  set_ = device_.create_set(buffers_);
  pool_ = device_.create_pool();
  commands_ = device_.create_commands(pool_);
  record(dispatches, barriers);
}

RawReplay::~RawReplay() {
  vkDestroyCommandPool(device_.device(), pool_, nullptr);
  vkDestroyPipeline(device_.device(), pipeline_, nullptr);
  device_.free_set(set_);
  for (const RawBuffer& buffer : buffers_) device_.destroy_buffer(buffer);
  for (const RawBuffer& buffer : staging_) device_.destroy_buffer(buffer);
}

void RawReplay::create_buffers(RawBytes bytes) {
  const VkDeviceSize size = kElements * sizeof(uint32_t);
  const bool on_device = bytes == RawBytes::kResident || copies_;
  for (size_t i = 0; i < buffers_.size(); ++i) {
    const MemoryUse input = bytes == RawBytes::kMapped ? MemoryUse::kMapped : MemoryUse::kUpload;
    const MemoryUse host_use = i < 2 ? input : MemoryUse::kReadback;
    buffers_[i] = device_.create_buffer(size, on_device ? MemoryUse::kDevice : host_use);
    if (copies_) staging_[i] = device_.create_buffer(size, host_use);
  }
}

void RawReplay::record(uint32_t dispatches, bool barriers) const {
  constexpr VkPipelineStageFlags kCompute = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
  constexpr VkPipelineStageFlags kTransfer = VK_PIPELINE_STAGE_TRANSFER_BIT;
  const VkBufferCopy whole{0, 0, kElements * sizeof(uint32_t)};
  begin(commands_);
  for (size_t i = 0; copies_ && i < 2; ++i) {
    vkCmdCopyBuffer(commands_, staging_[i].buffer, buffers_[i].buffer, 1, &whole);
  }
  if (copies_) {
    record_barrier(commands_, kTransfer, VK_ACCESS_TRANSFER_WRITE_BIT, kCompute,
                   VK_ACCESS_SHADER_READ_BIT);
  }
  vkCmdBindPipeline(commands_, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_);
  device_.bind(commands_, set_);
  device_.push(commands_, {kElements, 0});
  for (uint32_t i = 0; i < dispatches; ++i) {
    if (barriers && i != 0) {
      record_barrier(commands_, kCompute, VK_ACCESS_SHADER_WRITE_BIT, kCompute,
                     VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    }
    vkCmdDispatch(commands_, 1, 1, 1);
  }
  if (copies_) {
    record_barrier(commands_, kCompute, VK_ACCESS_SHADER_WRITE_BIT, kTransfer,
                   VK_ACCESS_TRANSFER_READ_BIT);
    vkCmdCopyBuffer(commands_, buffers_[2].buffer, staging_[2].buffer, 1, &whole);
  }
  record_barrier(commands_, kCompute | kTransfer,
                 VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT,
                 VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
  end(commands_);
}

void RawReplay::run_host_bytes(RawWait how, std::mutex& queue, std::span<const uint32_t> left,
                               std::span<const uint32_t> right, std::span<uint32_t> result) {
  const std::array<RawBuffer, 3>& host = copies_ ? staging_ : buffers_;
  std::memcpy(host[0].mapped, left.data(), left.size_bytes());
  std::memcpy(host[1].mapped, right.data(), right.size_bytes());
  run(how, queue);
  std::memcpy(result.data(), host[2].mapped, result.size_bytes());
}

void choose_wait(RawDevice& device, int trials) {
  RawReplay job(device, 1, false);
  std::mutex queue;
  std::vector<Way> ways;
  for (const RawWait wait : kHandWaits) {
    ways.push_back({name_of(wait), [&job, &queue, wait] {
                      return microseconds_of([&] { job.run(wait, queue); });
                    }});
  }
  device.set_wait(kHandWaits[min_of(ways, trials, "us")]);
}

}  // namespace bench
