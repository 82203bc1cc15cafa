#pragma once

#include <array>
#include <vector>

#include "vyre/xor_kernel.h"

namespace bench {

// RawStepsAnew as a sequence whose every step is updated for each run; or, |built|, as one that is
// built, run once and cleared.
class VyreStepsAnew {
 public:
  VyreStepsAnew(const VyreDevice& device, uint32_t steps, bool built);

  void run();

 private:
  struct Step {
    std::array<vyre_binding, 3> bindings;
    std::array<uint32_t, 2> pushed;
    vyre_push_range push;
  };
  void set(Step& step);
  void add(const Step& step);
  void update();

  const bool built_;
  VyrePipeline pipeline_;
  std::array<VyreBuffer, 3> buffers_;
  VyreSequence sequence_;
  std::vector<Step> steps_;
  std::vector<vyre_step_update> updates_;
  uint32_t next_ = 0;
};

}  // namespace bench
