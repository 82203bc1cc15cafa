#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "submit.h"

namespace bench {

// A sequence of |steps| dispatches over |count| elements with one memory barrier between two of
// them, resident, recorded once and submitted again and again.
class RawSteps {
 public:
  // |sets|: a descriptor set for each direction instead of a kernel that chooses the buffers.
  RawSteps(const RawDevice& device, uint32_t count, uint32_t steps, bool sets);
  ~RawSteps();
  RawSteps(const RawSteps&) = delete;
  RawSteps& operator=(const RawSteps&) = delete;

  void write(std::span<const uint32_t> first);
  void read(std::span<uint32_t> result);
  void run();                     // submits and waits
  double device_seconds() const;  // of the last run; 0 where the device has no clock

 private:
  void create_commands();
  void record();
  void copy(VkBuffer from, VkBuffer to);
  void record_step(uint32_t step) const;

  const RawDevice& device_;  // borrowed, outlives this
  const uint32_t count_;
  const uint32_t steps_;
  const bool sets_;
  std::array<RawBuffer, 3> buffers_;
  RawBuffer staging_;
  VkPipeline pipeline_ = VK_NULL_HANDLE;
  std::vector<VkDescriptorSet> descriptor_sets_;  // first, odd and even steps; or one
  VkCommandPool pool_ = VK_NULL_HANDLE;
  VkCommandBuffer commands_ = VK_NULL_HANDLE;
  VkCommandBuffer copies_ = VK_NULL_HANDLE;
  RawSubmit work_;
  VkQueryPool queries_ = VK_NULL_HANDLE;
};

}  // namespace bench
