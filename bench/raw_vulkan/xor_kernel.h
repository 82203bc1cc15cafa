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

struct RawXorOptions {
  RawBytes bytes = RawBytes::kResident;
  uint32_t dispatches = 1;
  bool barriers = false;  // one between two dispatches
  bool timed = false;     // by the device
  VkPipelineCache cache = VK_NULL_HANDLE;
};

// result[i] = left[i] ^ right[i] over |count| elements, recorded once and submitted again and
// again.
class RawXor {
 public:
  RawXor(const RawDevice& device, const KernelVariant& variant, uint32_t count,
         const RawXorOptions& options = {});

  void run(XorInputs& words);  // with bytes of the host: both inputs there and the result back
  void run_resident() { work_.run(); }  // submits and waits
  void submit() { work_.submit(); }
  void wait() { work_.wait(); }
  std::optional<double> device_seconds() const { return clock_.seconds(); }  // of the last run
  double compile_us() const { return compile_us_; }  // of what the constructor took
  const char* variant_name() const { return variant_.name; }

 private:
  void record(const RawDevice& device, const RawXorOptions& options) const;

  const KernelVariant variant_;
  const uint32_t count_;
  RawSubmit work_;
  RawClock clock_;
  RawOperands operands_;
  RawPipeline pipeline_;
  double compile_us_ = 0;
  RawSet set_;
};

// Finds out which way to wait is the fastest on |device|, and lets all its work wait so.
void choose_wait(RawDevice& device, int trials);

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
