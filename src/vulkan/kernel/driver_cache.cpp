#include "vulkan/kernel/driver_cache.h"

namespace vyre::vulkan {

DriverCache::DriverCache(const LogicalDevice& device,
                         const std::optional<backend::DriverData>& given)
    : device_(device) {
  if (!given) return;
  given_bytes_ = given->size();
  auto info = structure<VkPipelineCacheCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO);
  info.initialDataSize = given->size();
  info.pInitialData = given->empty() ? nullptr : given->data();
  const VkResult result =
      device.vk().vkCreatePipelineCache(device.handle(), &info, device.callbacks(), &cache_);
  if (result != VK_SUCCESS) cache_ = VK_NULL_HANDLE;
}

DriverCache::~DriverCache() {
  if (cache_ == VK_NULL_HANDLE) return;
  device_.vk().vkDestroyPipelineCache(device_.handle(), cache_, device_.callbacks());
}

backend::DriverData DriverCache::data() const {
  if (cache_ == VK_NULL_HANDLE) return {};
  const auto get_data = device_.vk().vkGetPipelineCacheData;
  size_t size = 0;
  if (get_data(device_.handle(), cache_, &size, nullptr) != VK_SUCCESS) return {};
  if (size <= given_bytes_) return {};
  backend::DriverData bytes(size);
  if (get_data(device_.handle(), cache_, &size, bytes.data()) != VK_SUCCESS) return {};
  bytes.resize(size);
  return bytes;
}

}  // namespace vyre::vulkan
