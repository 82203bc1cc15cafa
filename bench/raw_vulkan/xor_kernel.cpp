#include "xor_kernel.h"

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
    : variant_(variant),
      count_(count),
      work_(device),
      clock_(device, !host_bytes),
      operands_(device, VkDeviceSize{count} * sizeof(uint32_t),
                host_bytes ? RawBytes::kCopied : RawBytes::kResident) {
  compile_us_ = microseconds_of(
      [&] { pipeline_ = device.create_pipeline(variant_.words, variant_.workgroup, cache); });
  set_ = device.create_set(operands_.buffers());
  record(device);
}

void RawXor::record(const RawDevice& device) const {
  const VkBufferCopy whole{0, 0, VkDeviceSize{count_} * sizeof(uint32_t)};
  const uint32_t per_group = variant_.workgroup * variant_.elements_per_invocation;
  const auto [columns, rows] = device.grid_of((count_ + per_group - 1) / per_group);
  const VkCommandBuffer commands = work_.commands();
  clock_.begin(commands);
  operands_.record_inputs(commands, whole);
  clock_.stamp(commands, 0, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT);
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_.get());
  device.bind(commands, set_.get());
  vkCmdPushConstants(commands, device.layout(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof count_,
                     &count_);
  vkCmdDispatch(commands, columns, rows, 1);
  clock_.stamp(commands, 1);
  operands_.record_result(commands, whole);
  end(commands);
}

void RawXor::run(XorInputs& words) {
  operands_.write(words);
  run_resident();
  operands_.read(words);
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
