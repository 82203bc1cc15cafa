#pragma once

#include <array>

#include "device.h"
#include "harness/xor_inputs.h"

namespace bench {

// Where the words of a dispatch are: on the device; there, copied from and to memory of the host;
// in memory of the host, which the kernel reads and writes; or inputs in memory of the device that
// the host writes, and the result in the host's.
enum class RawBytes { kResident, kCopied, kInPlace, kMapped };
inline constexpr std::array<RawBytes, 3> kRawHostBytes = {RawBytes::kCopied, RawBytes::kInPlace,
                                                          RawBytes::kMapped};
const char* name_of(RawBytes bytes);

// Two inputs and a result, as the kernel and as the host sees them.
class RawOperands {
 public:
  // |size|: bytes of each.
  RawOperands(const RawDevice& device, VkDeviceSize size, RawBytes bytes);

  std::array<VkBuffer, 3> buffers() const { return buffers_of(buffers_); }  // the kernel's
  const std::array<RawBuffer, 3>& host() const { return copies_ ? staging_ : buffers_; }
  bool copies() const { return copies_; }
  // Before and behind the dispatches: lets |part| reach the kernel, and the host.
  void record_inputs(VkCommandBuffer commands, const VkBufferCopy& part) const;
  void record_result(VkCommandBuffer commands, const VkBufferCopy& part) const;
  void write(const XorInputs& words) const;
  void read(XorInputs& words) const;

 private:
  bool copies_;  // the device computes in its own memory
  std::array<RawBuffer, 3> buffers_;
  std::array<RawBuffer, 3> staging_;  // only when copies_
};

}  // namespace bench
