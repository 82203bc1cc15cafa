#include "steps.h"

#include "move.h"
#include "step.h"

namespace bench {

using namespace vk;

namespace {

constexpr uint32_t kWorkgroup = 256;

}  // namespace

RawSteps::RawSteps(const RawDevice& device, uint32_t count, uint32_t steps, bool sets)
    : device_(device),
      count_(count),
      steps_(steps),
      sets_(sets),
      buffers_(device, {count, count, count}),
      work_(device),
      clock_(device) {
  const std::span<const uint32_t> words = sets_ ? std::span<const uint32_t>(move) : step;
  pipeline_ = device_.create_pipeline(words, kWorkgroup);
  const auto [first, one, two] = buffers_.all();
  descriptor_sets_.push_back(device_.create_set({first, one, two}));
  if (sets_) {
    descriptor_sets_.push_back(device_.create_set({one, two, two}));
    descriptor_sets_.push_back(device_.create_set({two, one, one}));
  }
  record();
}

void RawSteps::record_step(uint32_t step) const {
  const VkCommandBuffer commands = work_.commands();
  if (step > 0) record_kernel_barrier(commands);
  if (sets_ || step == 0) {
    const size_t set = step == 0 ? 0 : (step & 1) != 0 ? 1 : 2;
    device_.bind(commands, descriptor_sets_[set].get());
  }
  if (!sets_ || step == 0) {
    device_.push(commands, {count_, step});
  }
  vkCmdDispatch(commands, count_ / kWorkgroup, 1, 1);
}

void RawSteps::record() {
  const VkCommandBuffer commands = work_.commands();
  clock_.begin(commands);
  clock_.stamp(commands, 0);
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_.get());
  for (uint32_t step = 0; step < steps_; ++step) record_step(step);
  clock_.stamp(commands, 1);
  record_host_barrier(commands);
  end(commands);
}

}  // namespace bench
