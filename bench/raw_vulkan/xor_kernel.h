#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "operands.h"
#include "submit.h"

namespace bench {

// One way to write the same kernel.
struct KernelVariant {
  const char* name;
  std::span<const uint32_t> words;
  uint32_t elements_per_invocation;
  uint32_t workgroup;
};

std::span<const KernelVariant> kernel_variants();

// result[i] = left[i] ^ right[i] over |count| elements, recorded once and submitted again and
// again. With |host_bytes| each run carries both inputs to the device and the result back.
class RawXor {
 public:
  RawXor(const RawDevice& device, const KernelVariant& variant, uint32_t count, bool host_bytes,
         VkPipelineCache cache = VK_NULL_HANDLE);

  void run(XorInputs& words);
  void run_resident() { work_.run(); }                                       // submits and waits
  std::optional<double> device_seconds() const { return clock_.seconds(); }  // of the last run
  double compile_us() const { return compile_us_; }  // of what the constructor took
  const char* variant_name() const { return variant_.name; }

 private:
  void record(const RawDevice& device) const;

  const KernelVariant variant_;
  const uint32_t count_;
  RawSubmit work_;
  RawClock clock_;
  RawOperands operands_;
  RawPipeline pipeline_;
  double compile_us_ = 0;
  RawSet set_;
};

// Large work for a device with memory of its own: its clocks fall when it has little to do, and
// small dispatches alone do not raise them.
class RawHeat {
 public:
  explicit RawHeat(const RawDevice& device);
  void raise();  // for a second; at once on other devices

 private:
  std::unique_ptr<RawXor> job_;
};

}  // namespace bench
