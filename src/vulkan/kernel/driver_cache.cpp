#include "vulkan/kernel/driver_cache.h"

namespace vyre::vulkan {

DriverCache::DriverCache(const LogicalDevice& device, backend::ArtifactCache* artifacts)
    : device_(device), artifacts_(artifacts) {
  if (artifacts == nullptr) return;
  const backend::ArtifactCache::Bytes given = artifacts->driver_data();
  given_bytes_ = given.size();
  VkPipelineCacheCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO;
  info.initialDataSize = given.size();
  info.pInitialData = given.empty() ? nullptr : given.data();
  const VkResult result =
      device.vk().vkCreatePipelineCache(device.handle(), &info, device.callbacks(), &cache_);
  if (result != VK_SUCCESS) cache_ = VK_NULL_HANDLE;
}

DriverCache::~DriverCache() {
  if (cache_ == VK_NULL_HANDLE) return;
  device_.vk().vkDestroyPipelineCache(device_.handle(), cache_, device_.callbacks());
}

void DriverCache::keep() {
  if (cache_ == VK_NULL_HANDLE) return;
  const DeviceTable& vk = device_.vk();
  size_t size = 0;
  if (vk.vkGetPipelineCacheData(device_.handle(), cache_, &size, nullptr) != VK_SUCCESS) return;
  if (size <= given_bytes_) return;
  backend::ArtifactCache::Bytes bytes(size);
  if (vk.vkGetPipelineCacheData(device_.handle(), cache_, &size, bytes.data()) != VK_SUCCESS)
    return;
  bytes.resize(size);
  artifacts_->keep_driver_data(std::move(bytes));
}

}  // namespace vyre::vulkan
