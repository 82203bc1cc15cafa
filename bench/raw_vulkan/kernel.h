#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "submit.h"

namespace bench {

// One dispatch of a hand-written kernel.
struct RawStage {
  std::span<const uint32_t> words;
  uint32_t constant;               // specialization constant 0
  std::array<uint32_t, 2> groups;  // x, y
  std::array<uint32_t, 2> pushed = {};
};

// Three buffers on the device and a way for words there and back.
class RawBuffers {
 public:
  // |counts|: words of each, at least one.
  RawBuffers(const RawDevice& device, const std::array<uint64_t, 3>& counts);

  void write(size_t slot, std::span<const uint32_t> words);
  void read(size_t slot, std::span<uint32_t> words);
  std::array<VkBuffer, 3> all() const { return buffers_of(buffers_); }

 private:
  void copy(VkBuffer from, VkDeviceSize from_byte, VkBuffer to, VkDeviceSize to_byte,
            VkDeviceSize size);

  const RawDevice& device_;  // borrowed, outlives this
  std::array<RawBuffer, 3> buffers_;
  RawBuffer staging_;
  RawCommandPool pool_;
  VkCommandBuffer commands_ = VK_NULL_HANDLE;
};

// A sequence of dispatches on such buffers with a memory barrier between two of them, recorded once
// and submitted again and again.
class RawKernel {
 public:
  RawKernel(const RawDevice& device, const RawBuffers& buffers, std::span<const RawStage> stages);

  void run() { work_.run(); }                                                // submits and waits
  std::optional<double> device_seconds() const { return clock_.seconds(); }  // of the last run

 private:
  void record(const RawDevice& device, std::span<const RawStage> stages) const;

  std::vector<RawPipeline> pipelines_;
  RawSet set_;
  RawSubmit work_;
  RawClock clock_;
};

}  // namespace bench
