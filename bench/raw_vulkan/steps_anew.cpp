#include "raw_vulkan/steps_anew.h"

#include "step.h"

namespace bench {

using namespace vk;

RawStepsAnew::RawStepsAnew(const RawDevice& device, uint32_t steps)
    : device_(device),
      steps_(steps),
      pipeline_(device.create_pipeline(step, kElements)),
      sets_(device.create_set_pool(steps)),
      work_(device) {
  for (RawBuffer& buffer : buffers_) {
    buffer = device.create_buffer(kParts * kPartBytes, MemoryUse::kDevice);
  }
}

void RawStepsAnew::record_step(uint32_t step) {
  const VkDeviceSize offset = next_ % kParts * kPartBytes;
  const auto part = [&](size_t i) {
    return VkDescriptorBufferInfo{buffers_[i].buffer.get(), offset, kPartBytes};
  };
  const VkCommandBuffer commands = work_.commands();
  if (step != 0) record_kernel_barrier(commands);
  device_.bind(commands, device_.create_set(sets_.get(), {part(0), part(1), part(2)}));
  device_.push(commands, {kElements, next_});
  vkCmdDispatch(commands, 1, 1, 1);
  ++next_;
}

void RawStepsAnew::run() {
  check(vkResetDescriptorPool(device_.device(), sets_.get(), 0), "vkResetDescriptorPool");
  begin(work_.commands());
  vkCmdBindPipeline(work_.commands(), VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_.get());
  for (uint32_t step = 0; step < steps_; ++step) record_step(step);
  record_host_barrier(work_.commands());
  end(work_.commands());
  work_.run();
}

}  // namespace bench
