#pragma once

#include <vyre_driver_sequence.h>

#include <array>
#include <cstdint>

#include "xor_kernel.h"

namespace bench {

// Dispatches of 256 elements on buffers of the device as one sequence: all write the same elements,
// so that a barrier stands between two of them, or each writes its own.
class VyreReplay {
 public:
  VyreReplay(const VyreDevice& device, uint32_t dispatches, bool barriers);

  void submit() { check(vyre_sequence_run_async(sequence_.get(), nullptr, nullptr)); }
  void wait();
  void run() { check(vyre_sequence_run(sequence_.get(), nullptr, nullptr)); }

 private:
  static constexpr uint32_t kElements = 256;

  VyrePipeline pipeline_;
  std::array<VyreBuffer, 3> buffers_;
  VyreSequence sequence_;
};

}  // namespace bench
