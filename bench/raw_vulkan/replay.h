#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <span>

#include "submit.h"

namespace bench {

// Where the words of a dispatch are: on the device; there, copied from and to memory of the host;
// in memory of the host, which the kernel reads and writes; or inputs in memory of the device that
// the host writes, and the result in the host's.
enum class RawBytes { kResident, kCopied, kInPlace, kMapped };
inline constexpr std::array<RawBytes, 3> kRawHostBytes = {RawBytes::kCopied, RawBytes::kInPlace,
                                                          RawBytes::kMapped};
const char* name_of(RawBytes bytes);

// Dispatches of 256 elements, recorded once into one command buffer.
class RawReplay {
 public:
  static constexpr uint32_t kElements = 256;

  // |barriers|: one between two dispatches. But for kResident one dispatch: run_host_bytes().
  RawReplay(const RawDevice& device, uint32_t dispatches, bool barriers,
            RawBytes bytes = RawBytes::kResident);
  ~RawReplay();
  RawReplay(const RawReplay&) = delete;
  RawReplay& operator=(const RawReplay&) = delete;

  void submit(RawWait wait, std::mutex& queue) { work_.submit(commands_, wait, &queue); }
  void wait(RawWait wait) { work_.wait(wait); }
  void run(RawWait how, std::mutex& queue) {
    submit(how, queue);
    wait(how);
  }
  void run_host_bytes(RawWait how, std::mutex& queue, std::span<const uint32_t> left,
                      std::span<const uint32_t> right, std::span<uint32_t> result);

 private:
  void create_buffers(RawBytes bytes);
  void record(uint32_t dispatches, bool barriers) const;

  const RawDevice& device_;  // borrowed, outlives this
  const bool copies_;
  std::array<RawBuffer, 3> buffers_;
  std::array<RawBuffer, 3> staging_;  // only when copies_
  VkPipeline pipeline_ = VK_NULL_HANDLE;
  VkDescriptorSet set_ = VK_NULL_HANDLE;
  VkCommandPool pool_ = VK_NULL_HANDLE;
  VkCommandBuffer commands_ = VK_NULL_HANDLE;
  RawSubmit work_;
};

// Finds out which way to wait is the fastest on |device|, and lets all its work wait so.
void choose_wait(RawDevice& device, int trials);

}  // namespace bench
