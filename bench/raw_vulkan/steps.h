#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernel.h"

namespace bench {

// A sequence of |steps| dispatches over |count| elements with one memory barrier between two of
// them, resident, recorded once and submitted again and again.
class RawSteps {
 public:
  // |sets|: a descriptor set for each direction instead of a kernel that chooses the buffers.
  RawSteps(const RawDevice& device, uint32_t count, uint32_t steps, bool sets);

  void write(std::span<const uint32_t> first) { buffers_.write(0, first); }
  void read(std::span<uint32_t> result) { buffers_.read((steps_ & 1) != 0 ? 1 : 2, result); }
  void run() { work_.run(); }  // submits and waits
  // Of the last run; 0 where the device has no clock.
  double device_seconds() const { return clock_.seconds().value_or(0); }

 private:
  void record();
  void record_step(uint32_t step) const;

  const RawDevice& device_;  // borrowed, outlives this
  const uint32_t count_;
  const uint32_t steps_;
  const bool sets_;
  RawBuffers buffers_;
  RawPipeline pipeline_;
  std::vector<RawSet> descriptor_sets_;  // first, odd and even steps; or one
  RawSubmit work_;
  RawClock clock_;
};

}  // namespace bench
