#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

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
  ~RawXor();
  RawXor(const RawXor&) = delete;
  RawXor& operator=(const RawXor&) = delete;

  void run(std::span<const uint32_t> left, std::span<const uint32_t> right,
           std::span<uint32_t> result);
  void run_resident();                               // submits and waits
  std::optional<double> device_seconds() const;      // of the last run
  double compile_us() const { return compile_us_; }  // of what the constructor took
  const char* variant_name() const { return variant_.name; }

 private:
  void create_buffers(bool host_bytes);
  void create_commands();
  void record();
  void record_dispatch() const;

  const RawDevice& device_;  // borrowed, outlives this
  const KernelVariant variant_;
  const uint32_t count_;
  const bool copies_;
  const bool timed_;
  std::array<RawBuffer, 3> buffers_;  // left, right, result as the kernel sees them
  std::array<RawBuffer, 3> staging_;  // the host's side of them when the device needs copies
  VkPipeline pipeline_ = VK_NULL_HANDLE;
  double compile_us_ = 0;
  VkDescriptorSet set_ = VK_NULL_HANDLE;
  VkCommandPool pool_ = VK_NULL_HANDLE;
  VkCommandBuffer commands_ = VK_NULL_HANDLE;
  RawSubmit work_;
  VkQueryPool queries_ = VK_NULL_HANDLE;
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
