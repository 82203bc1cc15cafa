#pragma once

#include <array>

#include "submit.h"

namespace bench {

// |steps| dispatches of 256 elements with a barrier between two of them, of which each run gives
// every one other parts of three buffers and other push constants: all is recorded again.
class RawStepsAnew {
 public:
  static constexpr uint32_t kElements = 256;
  static constexpr VkDeviceSize kPartBytes = kElements * sizeof(uint32_t);
  static constexpr uint32_t kParts = 64;

  RawStepsAnew(const RawDevice& device, uint32_t steps);

  void run();  // records, submits and waits

 private:
  void record_step(uint32_t step);

  const RawDevice& device_;  // borrowed, outlives this
  const uint32_t steps_;
  std::array<RawBuffer, 3> buffers_;
  RawPipeline pipeline_;
  RawDescriptorPool sets_;
  RawSubmit work_;
  uint32_t next_ = 0;
};

}  // namespace bench
