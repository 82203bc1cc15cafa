#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backend/artifact_cache.h"
#include "vulkan/device/logical_device.h"

namespace vyre::vulkan {

// What the driver keeps of the pipelines of one kernel, while they are made. Does nothing without
// artifacts, and nothing that goes wrong here fails a compilation.
class DriverCache {
 public:
  DriverCache(const LogicalDevice& device, backend::ArtifactCache* artifacts);
  ~DriverCache();
  DriverCache(const DriverCache&) = delete;
  DriverCache& operator=(const DriverCache&) = delete;

  VkPipelineCache handle() const { return cache_; }  // may be null

  // Keeps what the driver has now, when that is more than it was given.
  void keep();

 private:
  const LogicalDevice& device_;
  backend::ArtifactCache* const artifacts_;
  size_t given_bytes_ = 0;
  VkPipelineCache cache_ = VK_NULL_HANDLE;
};

}  // namespace vyre::vulkan
