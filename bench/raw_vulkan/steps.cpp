#include "steps.h"

#include <cstring>

#include "move.h"
#include "step.h"

namespace bench {

using namespace vk;

namespace {

constexpr uint32_t kWorkgroup = 256;

}  // namespace

RawSteps::RawSteps(const RawDevice& device, uint32_t count, uint32_t steps, bool sets)
    : device_(device), count_(count), steps_(steps), sets_(sets), work_(device) {
  const VkDeviceSize size = VkDeviceSize{count_} * sizeof(uint32_t);
  for (RawBuffer& buffer : buffers_) buffer = device_.create_buffer(size, MemoryUse::kDevice);
  staging_ = device_.create_buffer(size, MemoryUse::kReadback);
  const std::span<const uint32_t> words = sets_ ? std::span<const uint32_t>(move) : step;
  pipeline_ = device_.create_pipeline(words, kWorkgroup);
  const auto& [first, one, two] = buffers_;
  descriptor_sets_.push_back(device_.create_set(buffers_));
  if (sets_) {
    descriptor_sets_.push_back(device_.create_set({one, two, two}));
    descriptor_sets_.push_back(device_.create_set({two, one, one}));
  }
  create_commands();
  record();
}

RawSteps::~RawSteps() {
  vkDestroyQueryPool(device_.device(), queries_, nullptr);
  vkDestroyCommandPool(device_.device(), pool_, nullptr);
  vkDestroyPipeline(device_.device(), pipeline_, nullptr);
  for (const VkDescriptorSet set : descriptor_sets_) device_.free_set(set);
  for (const RawBuffer& buffer : buffers_) device_.destroy_buffer(buffer);
  device_.destroy_buffer(staging_);
}

void RawSteps::create_commands() {
  pool_ = device_.create_pool();
  commands_ = device_.create_commands(pool_);
  copies_ = device_.create_commands(pool_);
  queries_ = device_.create_queries();
}

void RawSteps::record_step(uint32_t step) const {
  if (step > 0) {
    record_barrier(commands_, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                   VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                   VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
  }
  if (sets_ || step == 0) {
    const VkDescriptorSet& set = descriptor_sets_[!sets_ || step == 0 ? 0
                                                  : (step & 1) != 0   ? 1
                                                                      : 2];
    device_.bind(commands_, set);
  }
  if (!sets_ || step == 0) {
    device_.push(commands_, {count_, step});
  }
  vkCmdDispatch(commands_, count_ / kWorkgroup, 1, 1);
}

void RawSteps::record() {
  begin(commands_);
  if (device_.has_timestamps()) {
    vkCmdResetQueryPool(commands_, queries_, 0, 2);
    vkCmdWriteTimestamp(commands_, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, queries_, 0);
  }
  vkCmdBindPipeline(commands_, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_);
  for (uint32_t step = 0; step < steps_; ++step) record_step(step);
  if (device_.has_timestamps()) {
    vkCmdWriteTimestamp(commands_, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, queries_, 1);
  }
  record_barrier(commands_, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                 VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
  end(commands_);
}

void RawSteps::run() { work_.run(commands_); }

void RawSteps::copy(VkBuffer from, VkBuffer to) {
  begin(copies_);
  const VkBufferCopy whole{0, 0, VkDeviceSize{count_} * sizeof(uint32_t)};
  vkCmdCopyBuffer(copies_, from, to, 1, &whole);
  end(copies_);
  device_.run_now(copies_);
}

void RawSteps::write(std::span<const uint32_t> first) {
  std::memcpy(staging_.mapped, first.data(), first.size_bytes());
  copy(staging_.buffer, buffers_[0].buffer);
}

void RawSteps::read(std::span<uint32_t> result) {
  copy(buffers_[(steps_ & 1) != 0 ? 1 : 2].buffer, staging_.buffer);
  std::memcpy(result.data(), staging_.mapped, result.size_bytes());
}

double RawSteps::device_seconds() const {
  if (!device_.has_timestamps()) return 0;
  return device_.seconds_between(queries_);
}

}  // namespace bench
