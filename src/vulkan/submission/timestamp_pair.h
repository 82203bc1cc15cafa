#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "vulkan/device/logical_device.h"

namespace vyre::vulkan {

// Two timestamps that a command buffer writes, before its work and behind it.
class TimestampPair {
 public:
  explicit TimestampPair(const LogicalDevice& device) : device_(device) {}
  ~TimestampPair();
  TimestampPair(const TimestampPair&) = delete;
  TimestampPair& operator=(const TimestampPair&) = delete;

  Status prepare();
  VkQueryPool pool() const { return pool_; }  // null unless prepared

  // Of the last run, which wrote them.
  std::optional<std::array<uint64_t, 2>> ticks() const;
  // Nanoseconds between the two, none when the device says nothing.
  std::optional<uint64_t> nanoseconds() const;

 private:
  const LogicalDevice& device_;
  VkQueryPool pool_ = VK_NULL_HANDLE;
};

}  // namespace vyre::vulkan
