#pragma once

#include <cstdint>
#include <vector>

#include "operands.h"

namespace bench {

// Live pipelines, each with layouts of its own and code of its own.
class RawPipelines {
 public:
  explicit RawPipelines(const RawDevice& device) : device_(device) {}
  ~RawPipelines();
  RawPipelines(const RawPipelines&) = delete;
  RawPipelines& operator=(const RawPipelines&) = delete;

  void add(uint32_t workgroup);  // that makes the code another

 private:
  struct One {
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline pipeline;
  };
  const RawDevice& device_;  // borrowed, outlives this
  std::vector<One> all_;
};

// Dispatches of 256 elements that were submitted one by one: each has a command buffer, a fence, a
// descriptor set and parts of three buffers; with |host_bytes| also copies from and to memory that
// the host sees where the device needs them.
class RawPending {
 public:
  static constexpr uint32_t kElements = 256;
  static constexpr VkDeviceSize kBytes = kElements * sizeof(uint32_t);

  RawPending(const RawDevice& device, uint32_t most, bool host_bytes);
  ~RawPending();
  RawPending(const RawPending&) = delete;
  RawPending& operator=(const RawPending&) = delete;

  void submit();  // one more, at most |most|
  void wait();    // for all
  uint64_t device_bytes() const;

 private:
  struct One {
    VkDescriptorSet set;
    VkCommandBuffer commands;
    VkFence fence;
  };
  VkDescriptorSet create_set(VkDeviceSize offset) const;
  void record(const One& one, VkDeviceSize offset) const;

  const RawDevice& device_;  // borrowed, outlives this
  const uint32_t max_;
  const bool host_bytes_;
  const RawOperands operands_;
  const RawPipeline pipeline_;
  const RawCommandPool pool_;
  const RawDescriptorPool sets_;
  std::vector<One> all_;
};

}  // namespace bench
