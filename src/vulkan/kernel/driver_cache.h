#pragma once

#include <optional>

#include "backend/device.h"
#include "vulkan/device/logical_device.h"

namespace vyre::vulkan {

// What the driver keeps of the pipelines of one kernel, while they are made. Nothing that goes
// wrong here fails a compilation.
class DriverCache {
 public:
  // |given|: what it had before; none: nothing is kept.
  DriverCache(const LogicalDevice& device, const std::optional<backend::DriverData>& given);
  ~DriverCache();
  DriverCache(const DriverCache&) = delete;
  DriverCache& operator=(const DriverCache&) = delete;

  VkPipelineCache handle() const { return cache_; }  // may be null

  // What the driver has now, when that is more than it was given; else empty.
  backend::DriverData data() const;

 private:
  const LogicalDevice& device_;
  size_t given_bytes_ = 0;
  VkPipelineCache cache_ = VK_NULL_HANDLE;
};

}  // namespace vyre::vulkan
