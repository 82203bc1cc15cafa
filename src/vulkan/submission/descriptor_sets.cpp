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
  Counts most;
  for (const auto& kernel : kernels) {
    most.storage = std::max(most.storage, kernel->storage_buffers());
    most.uniform = std::max(most.uniform, kernel->uniform_buffers());
  }
  VYRE_RETURN_IF_ERROR(prepare_pool(most));
  sets_ = {};
  for (const auto& kernel : kernels) {
    VkDescriptorSet& set = sets_[kernel->can_trap() ? 1 : 0];
    if (set == VK_NULL_HANDLE) VYRE_RETURN_IF_ERROR(prepare_set(set, *kernel, commands.buffers));
  }
  if (!commands.grid_step) return {};
  const auto& step = *commands.grid_step;
  return prepare_set(sets_[kGridSet], *step.kernel, step.buffers());
}

Status DescriptorSets::prepare_pool(const Counts& needed) {
  const bool has_room = needed.storage <= capacity_.storage && needed.uniform <= capacity_.uniform;
  if (pool_ == VK_NULL_HANDLE || !has_room) return create_pool(needed);
  device_.vk().vkResetDescriptorPool(device_.handle(), pool_, 0);
  return {};
}

Status DescriptorSets::create_pool(const Counts& needed) {
  destroy_pool();
  const Counts capacity{std::max(needed.storage, 8u), needed.uniform};
  const VkDescriptorPoolSize sizes[] = {
      {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, kSets * capacity.storage},
      {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, kSets * capacity.uniform}};
  auto info = structure<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
  info.maxSets = kSets;
  info.poolSizeCount = 2;
  info.pPoolSizes = sizes;
  VYRE_RETURN_IF_ERROR(
      VYRE_DEVICE_CALL(device_, vkCreateDescriptorPool, &info, device_.callbacks(), &pool_));
  capacity_ = capacity;
  return {};
}

Status DescriptorSets::prepare_set(VkDescriptorSet& set, const Kernel& kernel,
                                   std::span<const BufferRange> buffers) {
  const VkDescriptorSetLayout layout = kernel.set_layout();
  VkDescriptorSetAllocateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  info.descriptorPool = pool_;
  info.descriptorSetCount = 1;
  info.pSetLayouts = &layout;
  VYRE_RETURN_IF_ERROR(VYRE_DEVICE_CALL(device_, vkAllocateDescriptorSets, &info, &set));
  fill(set, kernel, buffers);
  return {};
}

void DescriptorSets::fill(VkDescriptorSet set, const Kernel& kernel,
                          std::span<const BufferRange> buffers) {
  const std::vector<KernelBinding>& bindings = kernel.bindings();
  const size_t own = bindings.size();  // the number of the parameters' uniform buffer
  const size_t count = own + 1 + (kernel.can_trap() ? 1 : 0);
  std::vector<VkDescriptorBufferInfo> infos(count);
  std::vector<VkWriteDescriptorSet> writes(count);
  for (size_t i = 0; i < count; ++i) {
    infos[i] = {buffers[i].buffer, buffers[i].offset, buffers[i].size};
    writes[i] = {};
    writes[i].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    writes[i].dstSet = set;
    writes[i].dstArrayElement = i < own ? bindings[i].array_index : 0;
    writes[i].dstBinding = static_cast<uint32_t>(i) - writes[i].dstArrayElement;
    writes[i].descriptorCount = 1;
    const bool is_uniform = i < own ? bindings[i].is_uniform : i == own;
    writes[i].descriptorType =
        is_uniform ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    writes[i].pBufferInfo = &infos[i];
  }
  device_.vk().vkUpdateDescriptorSets(device_.handle(), static_cast<uint32_t>(writes.size()),
                                      writes.data(), 0, nullptr);
}

}  // namespace vyre::vulkan
