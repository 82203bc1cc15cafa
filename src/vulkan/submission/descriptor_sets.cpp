#include "vulkan/submission/descriptor_sets.h"

#include <algorithm>
#include <utility>

namespace vyre::vulkan {
namespace {

// Writes descriptors of one set, several with one call of the driver.
class SetWriter {
 public:
  SetWriter(const LogicalDevice& device, VkDescriptorSet set) : device_(device), set_(set) {}

  struct Place {
    uint32_t binding = 0;
    uint32_t element = 0;
    VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  };

  void write(const Place& place, const BufferRange& range, const TexelsUse* texel) {
    infos_[count_] = {range.buffer, range.offset, range.size};
    VkWriteDescriptorSet& one = writes_[count_];
    one = {};
    one.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    one.dstSet = set_;
    one.dstBinding = place.binding;
    one.dstArrayElement = place.element;
    one.descriptorCount = 1;
    one.descriptorType = place.type;
    one.pBufferInfo = &infos_[count_];
    if (texel != nullptr) {
      images_[count_] = {texel->sampler, texel->view, VK_IMAGE_LAYOUT_GENERAL};
      one.pImageInfo = &images_[count_];
    }
    if (++count_ == kAtOnce) flush();
  }

  // What is left.
  void flush() {
    if (count_ == 0) return;
    device_.vk().vkUpdateDescriptorSets(device_.handle(), count_, writes_.data(), 0, nullptr);
    count_ = 0;
  }

 private:
  static constexpr size_t kAtOnce = 16;

  const LogicalDevice& device_;
  const VkDescriptorSet set_;
  uint32_t count_ = 0;
  std::array<VkDescriptorBufferInfo, kAtOnce> infos_;
  std::array<VkDescriptorImageInfo, kAtOnce> images_;
  std::array<VkWriteDescriptorSet, kAtOnce> writes_;
};

}  // namespace

DescriptorSets::~DescriptorSets() { destroy_pool(); }

void DescriptorSets::destroy_pool() {
  if (pool_ == VK_NULL_HANDLE) return;
  device_.vk().vkDestroyDescriptorPool(device_.handle(), pool_, device_.callbacks());
  pool_ = VK_NULL_HANDLE;
  capacity_ = {};
}

DescriptorSets::Users DescriptorSets::users_of(Kernels kernels, const Commands& commands) {
  Users users = {};
  for (const auto& kernel : kernels) {
    const Kernel*& user = users[kernel->can_trap() ? 1 : 0];
    if (user == nullptr) user = kernel.get();
  }
  if (commands.grid_step) users[kGridSet] = commands.grid_step->kernel;
  return users;
}

Status DescriptorSets::prepare(Kernels kernels, const Commands& commands) {
  const Users users = users_of(kernels, commands);
  const auto is_known = [&](size_t i) {
    return kernels_[i] == (users[i] != nullptr ? users[i]->id() : 0);
  };
  if (!is_known(0) || !is_known(1) || !is_known(2)) VYRE_RETURN_IF_ERROR(allocate(users));
  for (size_t place = 0; place < kGridSet; ++place) {
    if (users[place] != nullptr) {
      fill(place, *users[place], commands.buffers, commands.texels);
    }
  }
  if (commands.grid_step) fill(kGridSet, *users[kGridSet], commands.grid_step->buffers());
  return {};
}

Status DescriptorSets::allocate(const Users& users) {
  DescriptorCounts most = {};
  for (const Kernel* user : users) {
    if (user == nullptr) continue;
    const DescriptorCounts counts = user->descriptor_counts();
    std::ranges::transform(most, counts, most.begin(), std::ranges::max);
  }
  sets_ = {};
  kernels_ = {};
  VYRE_RETURN_IF_ERROR(prepare_pool(most));
  for (size_t i = 0; i < kSets; ++i) {
    written_[i].clear();
    if (users[i] != nullptr) VYRE_RETURN_IF_ERROR(allocate_set(*users[i], sets_[i]));
  }
  for (size_t i = 0; i < kSets; ++i) kernels_[i] = users[i] != nullptr ? users[i]->id() : 0;
  return {};
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

Status DescriptorSets::allocate_set(const Kernel& kernel, VkDescriptorSet& set) {
  const VkDescriptorSetLayout layout = kernel.set_layout();
  VkDescriptorSetAllocateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  info.descriptorPool = pool_;
  info.descriptorSetCount = 1;
  info.pSetLayouts = &layout;
  return VYRE_DEVICE_CALL(device_, vkAllocateDescriptorSets, &info, &set);
}

bool DescriptorSets::Held::change(size_t i, const BufferRange& range, const TexelsUse* texel) {
  bool is_other = ranges[i] != range;
  if (is_other) ranges[i] = range;
  if (texel == nullptr) return is_other;
  is_other |= texels[i] != *texel;
  texels[i] = *texel;
  return is_other;
}

// What the set holds already is left out.
void DescriptorSets::fill(size_t place, const Kernel& kernel, std::span<const BufferRange> buffers,
                          std::span<const TexelsUse> texels) {
  const std::vector<KernelBinding>& bindings = kernel.bindings();
  const size_t own = bindings.size();  // the number of the parameters' uniform buffer
  const size_t count = own + 1 + (kernel.can_trap() ? 1 : 0);
  Held& held = written_[place];
  held.ranges.resize(count);
  held.texels.resize(texels.size());
  SetWriter writer(device_, sets_[place]);
  for (uint32_t i = 0; i < count; ++i) {
    const TexelsUse* const texel = i < texels.size() ? &texels[i] : nullptr;
    if (!held.change(i, buffers[i], texel)) continue;
    const uint32_t element = i < own ? bindings[i].descriptor.array_index : 0;
    const VkDescriptorType own_type =
        i == own ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    writer.write({i - element, element, i < own ? bindings[i].type : own_type}, buffers[i], texel);
  }
  writer.flush();
}

}  // namespace vyre::vulkan
