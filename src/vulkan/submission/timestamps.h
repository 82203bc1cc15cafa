#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "vulkan/device/logical_device.h"

namespace vyre::vulkan {

// Timestamps that a command buffer writes: before its work and behind it, or behind each part too.
class Timestamps {
 public:
  explicit Timestamps(const LogicalDevice& device) : device_(device) {}
  ~Timestamps();
  Timestamps(const Timestamps&) = delete;
  Timestamps& operator=(const Timestamps&) = delete;

  // Room for |count|.
  Status prepare(uint32_t count = 2);
  VkQueryPool pool() const { return pool_; }  // null unless prepared
  uint32_t count() const { return count_; }   // that were asked for last

  // Of the last run, which wrote them: the first two.
  std::optional<std::array<uint64_t, 2>> ticks() const;
  // Nanoseconds between these, none when the device says nothing.
  std::optional<uint64_t> nanoseconds() const;
  // Between each of all and the next; empty when the device says nothing.
  std::vector<uint64_t> spans() const;

 private:
  void destroy();
  bool read(std::span<uint64_t> ticks) const;
  uint64_t nanoseconds_between(uint64_t first, uint64_t second) const;

  const LogicalDevice& device_;
  VkQueryPool pool_ = VK_NULL_HANDLE;
  uint32_t room_ = 0;
  uint32_t count_ = 0;
};

}  // namespace vyre::vulkan
