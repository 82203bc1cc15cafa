#include "raw_vulkan/layer.h"

#include <algorithm>
#include <cstring>

namespace bench {

using namespace vk;

namespace {

VkDeviceSize bytes_of(layer_array array) { return layer_count(array) * sizeof(float); }

VkDeviceSize most_bytes() {
  VkDeviceSize most = 0;
  for (int i = 0; i < LAYER_ARRAY_COUNT; ++i) {
    most = std::max(most, bytes_of(static_cast<layer_array>(i)));
  }
  return most;
}

}  // namespace

RawLayer::RawLayer(const RawDevice& device)
    : device_(device),
      staging_(device.create_buffer(most_bytes(), MemoryUse::kReadback)),
      pool_(device.create_pool()),
      copies_(device.create_commands(pool_.get())),
      sets_(device.create_set_pool(LAYER_STEP_COUNT)),
      work_(device) {
  for (int i = 0; i < LAYER_ARRAY_COUNT; ++i) {
    const auto array = static_cast<layer_array>(i);
    arrays_[i] = device.create_buffer(bytes_of(array), MemoryUse::kDevice);
    if (i < LAYER_GIVEN_COUNT) fill(array);
  }
  for (int i = 0; i < LAYER_KERNEL_COUNT; ++i) {
    const layer_code code = layer_code_of(static_cast<layer_kernel>(i));
    pipelines_[i] =
        device.create_pipeline({code.words, code.size / sizeof(uint32_t)}, code.workgroup);
  }
  record();
}

void RawLayer::copy(VkBuffer from, VkBuffer to, VkDeviceSize size) const {
  begin(copies_);
  const VkBufferCopy region{0, 0, size};
  vkCmdCopyBuffer(copies_, from, to, 1, &region);
  record_host_barrier(copies_);
  end(copies_);
  device_.run_now(copies_);
}

void RawLayer::fill(layer_array array) const {
  layer_fill(array, static_cast<float*>(staging_.mapped));
  copy(staging_.buffer.get(), arrays_[array].buffer.get(), bytes_of(array));
}

std::vector<float> RawLayer::result() const {
  std::vector<float> numbers(layer_count(LAYER_RESULT));
  copy(arrays_[LAYER_RESULT].buffer.get(), staging_.buffer.get(), bytes_of(LAYER_RESULT));
  std::memcpy(numbers.data(), staging_.mapped, bytes_of(LAYER_RESULT));
  return numbers;
}

VkDescriptorSet RawLayer::create_set(const layer_step& step) const {
  const auto whole = [&](layer_array array) {
    return VkDescriptorBufferInfo{arrays_[array].buffer.get(), 0, VK_WHOLE_SIZE};
  };
  return device_.create_set(sets_.get(), {whole(step.from), whole(step.with), whole(step.to)});
}

void RawLayer::record() {
  const VkCommandBuffer commands = work_.commands();
  begin(commands);
  for (const layer_step& step : kLayerSteps) {
    if (&step != kLayerSteps) record_kernel_barrier(commands);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipelines_[step.kernel].get());
    device_.bind(commands, create_set(step));
    device_.push(commands, {step.pushed[0], step.pushed[1]});
    vkCmdDispatch(commands, step.groups[0], step.groups[1], 1);
  }
  record_host_barrier(commands);
  end(commands);
}

}  // namespace bench
