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
               const RawXorOptions& options)
    : variant_(variant),
      count_(count),
      work_(device),
      clock_(device, options.timed),
      operands_(device, VkDeviceSize{count} * sizeof(uint32_t), options.bytes) {
  compile_us_ = microseconds_of([&] {
    pipeline_ = device.create_pipeline(variant_.words, variant_.workgroup, options.cache);
  });
  set_ = device.create_set(operands_.buffers());
  record(device, options);
}

void RawXor::record(const RawDevice& device, const RawXorOptions& options) const {
  const VkBufferCopy whole{0, 0, VkDeviceSize{count_} * sizeof(uint32_t)};
  const uint32_t per_group = variant_.workgroup * variant_.elements_per_invocation;
  const auto [columns, rows] = device.grid_of((count_ + per_group - 1) / per_group);
  const VkCommandBuffer commands = work_.commands();
  clock_.begin(commands);
  operands_.record_inputs(commands, whole);
  clock_.stamp(commands, 0, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT);
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_.get());
  device.bind(commands, set_.get());
  device.push(commands, {count_, 0});
  for (uint32_t i = 0; i < options.dispatches; ++i) {
    if (options.barriers && i != 0) record_kernel_barrier(commands);
    vkCmdDispatch(commands, columns, rows, 1);
  }
  clock_.stamp(commands, 1);
  operands_.record_result(commands, whole);
  end(commands);
}

void RawXor::run(XorInputs& words) {
  operands_.write(words);
  run_resident();
  operands_.read(words);
}

void choose_wait(RawDevice& device, int trials) {
  RawXor job(device, kernel_variants()[0], 256);
  std::vector<Way> ways;
  for (const RawWait wait : kHandWaits) {
    ways.push_back({name_of(wait), [&device, &job, wait] {
                      device.set_wait(wait);
                      return microseconds_of([&] { job.run_resident(); });
                    }});
  }
  device.set_wait(kHandWaits[min_of(ways, trials, "us")]);
}

RawHeat::RawHeat(const RawDevice& device) {
  if (!device.needs_copies()) return;
  job_ = std::make_unique<RawXor>(device, kernel_variants()[1], 64u << 20);
}

void RawHeat::raise() {
  for (double done = 0; job_ && done < 1e6;) {
    done += microseconds_of([&] { job_->run_resident(); });
  }
}

}  // namespace bench
