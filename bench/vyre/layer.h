#pragma once

#include <array>
#include <vector>

#include "transformer.h"
#include "vyre/xor_kernel.h"

namespace bench {

// The layer of examples/transformer as a sequence.
class VyreLayer {
 public:
  explicit VyreLayer(const VyreDevice& device);

  void run() { check(vyre_sequence_run(sequence_.get(), nullptr, nullptr)); }
  std::vector<float> result() const;

 private:
  void add(const layer_step& step);

  std::array<VyreBuffer, LAYER_ARRAY_COUNT> arrays_;
  std::array<VyrePipeline, LAYER_KERNEL_COUNT> pipelines_;
  VyreSequence sequence_;
};

}  // namespace bench
