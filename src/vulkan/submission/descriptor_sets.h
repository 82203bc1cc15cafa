#pragma once

#include <span>

#include "vulkan/kernel/kernel.h"
#include "vulkan/submission/recorder.h"

namespace vyre::vulkan {

// The descriptor sets of one submission, in a pool of their own that is kept for the next. Kernels
// of one submission have the same buffers, so one set serves all that can trap and one all that
// cannot. The kernel of a GridStep has one of its own.
class DescriptorSets {
 public:
  explicit DescriptorSets(const LogicalDevice& device) : device_(device) {}
  ~DescriptorSets();
  DescriptorSets(const DescriptorSets&) = delete;
  DescriptorSets& operator=(const DescriptorSets&) = delete;

  // For what |commands| runs.
  Status prepare(Kernels kernels, const Commands& commands);
  const Sets& sets() const { return sets_; }

 private:
  Status prepare_pool(const DescriptorCounts& needed);
  Status create_pool(const DescriptorCounts& needed);
  Status prepare_set(VkDescriptorSet& set, const Kernel& kernel,
                     std::span<const BufferRange> buffers, std::span<const TexelsUse> texels);
  void fill(VkDescriptorSet set, const Kernel& kernel, std::span<const BufferRange> buffers,
            std::span<const TexelsUse> texels);
  void destroy_pool();

  const LogicalDevice& device_;
  VkDescriptorPool pool_ = VK_NULL_HANDLE;
  DescriptorCounts capacity_ = {};  // of one set
  Sets sets_ = {};
};

}  // namespace vyre::vulkan
