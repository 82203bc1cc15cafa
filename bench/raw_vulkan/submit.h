#pragma once

#include <cstdint>
#include <optional>

#include "device.h"

namespace bench {

const char* name_of(RawWait wait);

// A command buffer that is submitted again and again, one time after the other, and waited for.
class RawSubmit {
 public:
  explicit RawSubmit(const RawDevice& device);
  VkCommandBuffer commands() const { return commands_; }

  void submit();
  void wait();  // as the device says
  void run() {
    submit();
    wait();
  }

 private:
  const RawDevice& device_;  // borrowed, outlives this
  RawFence fence_;
  RawSemaphore timeline_;
  RawCommandPool pool_;
  VkCommandBuffer commands_ = VK_NULL_HANDLE;
  uint64_t value_ = 0;
};

// Two timestamps that a device with a clock takes in a command buffer.
class RawClock {
 public:
  // |wanted|: none are taken otherwise.
  explicit RawClock(const RawDevice& device, bool wanted = true);
  void begin(VkCommandBuffer commands) const;  // the recording
  void stamp(VkCommandBuffer commands, uint32_t number,
             VkPipelineStageFlagBits stage = VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT) const;
  std::optional<double> seconds() const;  // of the last run, if they were taken

 private:
  const RawDevice& device_;  // borrowed, outlives this
  const bool used_;
  RawQueries queries_;
};

}  // namespace bench
