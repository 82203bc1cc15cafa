#include "vulkan/memory/samplers.h"

namespace vyre::vulkan {
namespace {

VkFilter filter_of(backend::Filter filter) {
  return filter == backend::Filter::kLinear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
}

VkSamplerAddressMode mode_of(backend::AddressMode mode) {
  constexpr VkSamplerAddressMode kModes[] = {
      VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE, VK_SAMPLER_ADDRESS_MODE_REPEAT,
      VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER};
  return kModes[static_cast<size_t>(mode)];
}

VkSamplerCreateInfo info_of(const backend::SamplerDesc& desc) {
  auto info = structure<VkSamplerCreateInfo>(VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO);
  info.magFilter = info.minFilter = filter_of(desc.filter);
  info.mipmapMode = desc.mip_filter == backend::Filter::kLinear ? VK_SAMPLER_MIPMAP_MODE_LINEAR
                                                                : VK_SAMPLER_MIPMAP_MODE_NEAREST;
  info.addressModeU = mode_of(desc.address[0]);
  info.addressModeV = mode_of(desc.address[1]);
  info.addressModeW = mode_of(desc.address[2]);
  info.maxLod = desc.is_unnormalized ? 0 : VK_LOD_CLAMP_NONE;
  info.borderColor = VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK;
  info.unnormalizedCoordinates = desc.is_unnormalized ? VK_TRUE : VK_FALSE;
  return info;
}

}  // namespace

Samplers::~Samplers() {
  for (const auto& [desc, sampler] : known_) {
    device_.vk().vkDestroySampler(device_.handle(), sampler, device_.callbacks());
  }
}

Result<VkSampler> Samplers::get(const backend::SamplerDesc& desc) {
  const std::lock_guard lock(mutex_);
  VkSampler& sampler = known_[desc];  // null when it is new
  if (sampler != VK_NULL_HANDLE) return sampler;
  const VkSamplerCreateInfo info = info_of(desc);
  VYRE_RETURN_IF_ERROR(
      VYRE_DEVICE_CALL(device_, vkCreateSampler, &info, device_.callbacks(), &sampler));
  return sampler;
}

}  // namespace vyre::vulkan
