#include "replay.h"

#include <vector>

#include "harness/samples.h"
#include "xor_one.h"

namespace bench {

using namespace vk;

RawReplay::RawReplay(const RawDevice& device, uint32_t dispatches, bool barriers, RawBytes bytes)
    : work_(device),
      operands_(device, kElements * sizeof(uint32_t), bytes),
      pipeline_(device.create_pipeline(xor_one, kElements)),
      set_(device.create_set(operands_.buffers())) {
  record(device, dispatches, barriers);
}

void RawReplay::record(const RawDevice& device, uint32_t dispatches, bool barriers) const {
  constexpr VkPipelineStageFlags kCompute = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
  const VkBufferCopy whole{0, 0, kElements * sizeof(uint32_t)};
  const VkCommandBuffer commands = work_.commands();
  begin(commands);
  operands_.record_inputs(commands, whole);
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_.get());
  device.bind(commands, set_.get());
  device.push(commands, {kElements, 0});
  for (uint32_t i = 0; i < dispatches; ++i) {
    if (barriers && i != 0) {
      record_barrier(commands, kCompute, VK_ACCESS_SHADER_WRITE_BIT, kCompute,
                     VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    }
    vkCmdDispatch(commands, 1, 1, 1);
  }
  operands_.record_result(commands, whole);
  end(commands);
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
