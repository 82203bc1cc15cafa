#include "vulkan/submission/descriptor_sets.h"

#include <algorithm>
#include <vector>

namespace vyre::vulkan {

DescriptorSets::~DescriptorSets() { destroy_pool(); }

void DescriptorSets::destroy_pool() {
  if (pool_ == VK_NULL_HANDLE) return;
  device_.vk().vkDestroyDescriptorPool(device_.handle(), pool_, device_.callbacks());
  pool_ = VK_NULL_HANDLE;
  capacity_ = {};
}

Status DescriptorSets::prepare(Kernels kernels, const Commands& commands) {
  DescriptorCounts most = {};
  for (const auto& kernel : kernels) {
    const DescriptorCounts counts = kernel->descriptor_counts();
    std::ranges::transform(most, counts, most.begin(), std::ranges::max);
  }
  VYRE_RETURN_IF_ERROR(prepare_pool(most));
  sets_ = {};
  for (const auto& kernel : kernels) {
    VkDescriptorSet& set = sets_[kernel->can_trap() ? 1 : 0];
    if (set != VK_NULL_HANDLE) continue;
    VYRE_RETURN_IF_ERROR(prepare_set(set, *kernel, commands.buffers, commands.texels));
  }
  if (!commands.grid_step) return {};
  const auto& step = *commands.grid_step;
  return prepare_set(sets_[kGridSet], *step.kernel, step.buffers(), {});
}

Status DescriptorSets::prepare_pool(const DescriptorCounts& needed) {
  const bool has_room = std::ranges::equal(needed, capacity_, std::ranges::less_equal());
  if (pool_ == VK_NULL_HANDLE || !has_room) return create_pool(needed);
  device_.vk().vkResetDescriptorPool(device_.handle(), pool_, 0);
  return {};
}

Status DescriptorSets::create_pool(const DescriptorCounts& needed) {
  destroy_pool();
  DescriptorCounts capacity = needed;
  uint32_t& storage = capacity[VK_DESCRIPTOR_TYPE_STORAGE_BUFFER];
  storage = std::max(storage, 8u);
  std::array<VkDescriptorPoolSize, std::tuple_size_v<DescriptorCounts>> sizes;
  uint32_t count = 0;
  for (uint32_t type = 0; type < capacity.size(); ++type) {
    if (capacity[type] == 0) continue;
    sizes[count++] = {static_cast<VkDescriptorType>(type), kSets * capacity[type]};
  }
  auto info = structure<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
  info.maxSets = kSets;
  info.poolSizeCount = count;
  info.pPoolSizes = sizes.data();
  VYRE_RETURN_IF_ERROR(
      VYRE_DEVICE_CALL(device_, vkCreateDescriptorPool, &info, device_.callbacks(), &pool_));
  capacity_ = capacity;
  return {};
}

Status DescriptorSets::prepare_set(VkDescriptorSet& set, const Kernel& kernel,
                                   std::span<const BufferRange> buffers,
                                   std::span<const TexelsUse> texels) {
  const VkDescriptorSetLayout layout = kernel.set_layout();
  VkDescriptorSetAllocateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  info.descriptorPool = pool_;
  info.descriptorSetCount = 1;
  info.pSetLayouts = &layout;
  VYRE_RETURN_IF_ERROR(VYRE_DEVICE_CALL(device_, vkAllocateDescriptorSets, &info, &set));
  fill(set, kernel, buffers, texels);
  return {};
}

void DescriptorSets::fill(VkDescriptorSet set, const Kernel& kernel,
                          std::span<const BufferRange> buffers, std::span<const TexelsUse> texels) {
  const std::vector<KernelBinding>& bindings = kernel.bindings();
  const size_t own = bindings.size();  // the number of the parameters' uniform buffer
  const size_t count = own + 1 + (kernel.can_trap() ? 1 : 0);
  std::vector<VkDescriptorBufferInfo> infos(count);
  std::vector<VkDescriptorImageInfo> images(texels.size());
  std::vector<VkWriteDescriptorSet> writes(count);
  for (size_t i = 0; i < count; ++i) {
    infos[i] = {buffers[i].buffer, buffers[i].offset, buffers[i].size};
    writes[i] = {};
    writes[i].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    writes[i].dstSet = set;
    writes[i].dstArrayElement = i < own ? bindings[i].descriptor.array_index : 0;
    writes[i].dstBinding = static_cast<uint32_t>(i) - writes[i].dstArrayElement;
    writes[i].descriptorCount = 1;
    writes[i].descriptorType =
        i == own ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    if (i < own) writes[i].descriptorType = bindings[i].type;
    writes[i].pBufferInfo = &infos[i];
    if (i >= own || bindings[i].is_buffer()) continue;
    images[i] = {texels[i].sampler, texels[i].view, VK_IMAGE_LAYOUT_GENERAL};
    writes[i].pImageInfo = &images[i];
  }
  device_.vk().vkUpdateDescriptorSets(device_.handle(), static_cast<uint32_t>(writes.size()),
                                      writes.data(), 0, nullptr);
}

}  // namespace vyre::vulkan
