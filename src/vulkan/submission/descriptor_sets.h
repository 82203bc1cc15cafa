#pragma once

#include <span>

#include "vulkan/kernel/kernel.h"
#include "vulkan/submission/recorder.h"

namespace vyre::vulkan {

// The descriptor sets of one submission, in a pool of their own that is kept for the next. Kernels
// of one submission have the same buffers, so one set serves all that can trap and one all that
// cannot.
class DescriptorSets {
 public:
  explicit DescriptorSets(const LogicalDevice& device) : device_(device) {}
  ~DescriptorSets();
  DescriptorSets(const DescriptorSets&) = delete;
  DescriptorSets& operator=(const DescriptorSets&) = delete;

  // |buffers|: by binding number.
  Status prepare(Kernels kernels, std::span<const BufferRange> buffers);
  const SetPair& sets() const { return sets_; }

 private:
  struct Counts {
    uint32_t storage = 0;
    uint32_t uniform = 0;
  };
  Status prepare_pool(const Counts& needed);
  Status create_pool(const Counts& needed);
  Status prepare_set(const Kernel& kernel, std::span<const BufferRange> buffers);
  void fill(VkDescriptorSet set, const Kernel& kernel, std::span<const BufferRange> buffers);
  void destroy_pool();

  const LogicalDevice& device_;
  VkDescriptorPool pool_ = VK_NULL_HANDLE;
  Counts capacity_;  // of one set
  SetPair sets_ = {VK_NULL_HANDLE, VK_NULL_HANDLE};
};

}  // namespace vyre::vulkan
