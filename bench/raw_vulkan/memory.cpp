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
  one.set_layout = device_.create_set_layout().release();
  one.layout = device_.create_pipeline_layout(one.set_layout).release();
  one.pipeline = device_.create_pipeline(xor_one, workgroup, VK_NULL_HANDLE, one.layout).release();
  all_.push_back(one);
}

RawPending::RawPending(const RawDevice& device, uint32_t most, bool host_bytes)
    : device_(device),
      max_(most),
      host_bytes_(host_bytes),
      operands_(device, most * kBytes, host_bytes ? RawBytes::kCopied : RawBytes::kResident),
      pipeline_(device.create_pipeline(xor_one, kElements)),
      pool_(device.create_pool()),
      sets_(device.create_set_pool(most)) {}

RawPending::~RawPending() {
  wait();
  for (const One& one : all_) vkDestroyFence(device_.device(), one.fence, nullptr);
}

VkDescriptorSet RawPending::create_set(VkDeviceSize offset) const {
  const std::array<VkBuffer, 3> buffers = operands_.buffers();
  std::array<VkDescriptorBufferInfo, 3> parts{};
  for (size_t i = 0; i < parts.size(); ++i) parts[i] = {buffers[i], offset, kBytes};
  return device_.create_set(sets_.get(), parts);
}

void RawPending::record(const One& one, VkDeviceSize offset) const {
  const VkBufferCopy part{offset, offset, kBytes};
  begin(one.commands, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT);
  operands_.record_inputs(one.commands, part);
  vkCmdBindPipeline(one.commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_.get());
  device_.bind(one.commands, one.set);
  device_.push(one.commands, {kElements, 0});
  vkCmdDispatch(one.commands, 1, 1, 1);
  operands_.record_result(one.commands, part);
  end(one.commands);
}

void RawPending::submit() {
  const VkDeviceSize offset = all_.size() * kBytes;
  for (size_t i = 0; host_bytes_ && i < 2; ++i) {
    auto* const host = static_cast<char*>(operands_.host()[i].mapped);
    std::memset(host + offset, static_cast<int>(i + 1), kBytes);
  }
  const One one{create_set(offset), device_.create_commands(pool_.get()),
                device_.create_fence().release()};
  record(one, offset);
  device_.submit(one.commands, one.fence);
  all_.push_back(one);
}

void RawPending::wait() {
  for (const One& one : all_) {
    check(vkWaitForFences(device_.device(), 1, &one.fence, VK_TRUE, UINT64_MAX), "vkWaitForFences");
  }
}

uint64_t RawPending::device_bytes() const {
  return 3 * max_ * kBytes * (operands_.copies() ? 2 : 1);
}

}  // namespace bench
