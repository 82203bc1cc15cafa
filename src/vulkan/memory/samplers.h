#pragma once

#include <map>
#include <mutex>

#include "backend/image.h"
#include "vulkan/device/logical_device.h"

namespace vyre::vulkan {

// The samplers of a device, each made once and kept as long as that: there are few that differ.
// Thread-safe.
class Samplers {
 public:
  explicit Samplers(const LogicalDevice& device) : device_(device) {}
  ~Samplers();
  Samplers(const Samplers&) = delete;
  Samplers& operator=(const Samplers&) = delete;

  Result<VkSampler> get(const backend::SamplerDesc& desc);

 private:
  const LogicalDevice& device_;
  std::mutex mutex_;
  std::map<backend::SamplerDesc, VkSampler> known_;  // guarded by it
};

}  // namespace vyre::vulkan
