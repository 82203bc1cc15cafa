#include "xor_kernel.h"

#include <algorithm>
#include <cstring>

#include "harness/samples.h"
#include "xor_one.h"
#include "xor_strided.h"
#include "xor_vector.h"

namespace bench {

using namespace vk;

std::span<const KernelVariant> kernel_variants() {
  static const KernelVariant variants[] = {
      {"one element", xor_one, 1, 256},
      {"four strided", xor_strided, 4, 256},
      {"vector of four", xor_vector, 4, 256},
      {"vector of four, groups of 64", xor_vector, 4, 64},
  };
  return variants;
}

RawXor::RawXor(const RawDevice& device, const KernelVariant& variant, uint32_t count,
               bool host_bytes, VkPipelineCache cache)
    : device_(device),
      variant_(variant),
      count_(count),
      copies_(host_bytes && device.needs_copies()),
      timed_(!host_bytes && device.has_timestamps()),
      work_(device) {
  create_buffers(host_bytes);
  compile_us_ = microseconds_of(
      [&] { pipeline_ = device_.create_pipeline(variant_.words, variant_.workgroup, cache); });
  set_ = device_.create_set(buffers_);
  create_commands();
  record();
}

RawXor::~RawXor() {
  vkDestroyQueryPool(device_.device(), queries_, nullptr);
  vkDestroyCommandPool(device_.device(), pool_, nullptr);
  vkDestroyPipeline(device_.device(), pipeline_, nullptr);
  device_.free_set(set_);
  for (const RawBuffer& buffer : buffers_) device_.destroy_buffer(buffer);
  for (const RawBuffer& buffer : staging_) device_.destroy_buffer(buffer);
}

void RawXor::create_buffers(bool host_bytes) {
  const bool direct = host_bytes && !copies_;
  const VkDeviceSize size = VkDeviceSize{count_} * sizeof(uint32_t);
  for (size_t i = 0; i < buffers_.size(); ++i) {
    const MemoryUse host_use = i < 2 ? MemoryUse::kUpload : MemoryUse::kReadback;
    buffers_[i] = device_.create_buffer(size, direct ? host_use : MemoryUse::kDevice);
    if (copies_) staging_[i] = device_.create_buffer(size, host_use);
  }
}

void RawXor::create_commands() {
  pool_ = device_.create_pool();
  commands_ = device_.create_commands(pool_);
  queries_ = device_.create_queries();
}

void RawXor::record_dispatch() const {
  vkCmdBindPipeline(commands_, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_);
  device_.bind(commands_, set_);
  vkCmdPushConstants(commands_, device_.layout(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof count_,
                     &count_);
  const uint32_t per_group = variant_.workgroup * variant_.elements_per_invocation;
  const uint32_t groups = (count_ + per_group - 1) / per_group;
  const auto [columns, rows] = device_.grid_of(groups);
  vkCmdDispatch(commands_, columns, rows, 1);
}

void RawXor::record() {
  begin(commands_);
  const VkBufferCopy whole{0, 0, VkDeviceSize{count_} * sizeof(uint32_t)};
  if (copies_) {
    for (size_t i = 0; i < 2; ++i)
      vkCmdCopyBuffer(commands_, staging_[i].buffer, buffers_[i].buffer, 1, &whole);
    record_barrier(commands_, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                   VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT);
  }
  if (timed_) {
    vkCmdResetQueryPool(commands_, queries_, 0, 2);
    vkCmdWriteTimestamp(commands_, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, queries_, 0);
  }
  record_dispatch();
  if (timed_) vkCmdWriteTimestamp(commands_, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, queries_, 1);
  if (copies_) {
    record_barrier(commands_, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                   VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT);
    vkCmdCopyBuffer(commands_, buffers_[2].buffer, staging_[2].buffer, 1, &whole);
  }
  record_barrier(commands_, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,
                 VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT,
                 VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
  end(commands_);
}

void RawXor::run_resident() { work_.run(commands_); }

void RawXor::run(std::span<const uint32_t> left, std::span<const uint32_t> right,
                 std::span<uint32_t> result) {
  const std::array<RawBuffer, 3>& host = copies_ ? staging_ : buffers_;
  std::memcpy(host[0].mapped, left.data(), left.size_bytes());
  std::memcpy(host[1].mapped, right.data(), right.size_bytes());
  run_resident();
  std::memcpy(result.data(), host[2].mapped, result.size_bytes());
}

std::optional<double> RawXor::device_seconds() const {
  if (!timed_) return std::nullopt;
  return device_.seconds_between(queries_);
}

RawHeat::RawHeat(const RawDevice& device) {
  if (!device.needs_copies()) return;
  job_ = std::make_unique<RawXor>(device, kernel_variants()[1], 64u << 20, false);
}

void RawHeat::raise() {
  for (double done = 0; job_ && done < 1e6;) {
    done += microseconds_of([&] { job_->run_resident(); });
  }
}

}  // namespace bench
