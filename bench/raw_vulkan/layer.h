#pragma once

#include <array>
#include <vector>

#include "submit.h"
#include "transformer.h"

namespace bench {

// The layer of examples/transformer by hand: recorded once, and submitted again and again.
class RawLayer {
 public:
  explicit RawLayer(const RawDevice& device);

  void run() { work_.run(); }  // submits and waits
  std::vector<float> result() const;

 private:
  void copy(VkBuffer from, VkBuffer to, VkDeviceSize size) const;
  void fill(layer_array array) const;
  VkDescriptorSet create_set(const layer_step& step) const;
  void record();

  const RawDevice& device_;  // borrowed, outlives this
  RawBuffer staging_;
  RawCommandPool pool_;
  VkCommandBuffer copies_ = VK_NULL_HANDLE;
  std::array<RawBuffer, LAYER_ARRAY_COUNT> arrays_;
  std::array<RawPipeline, LAYER_KERNEL_COUNT> pipelines_;
  RawDescriptorPool sets_;
  RawSubmit work_;
};

}  // namespace bench
