#pragma once

#include <array>
#include <span>
#include <vector>

#include "vulkan/kernel/kernel.h"
#include "vulkan/submission/recorder.h"

namespace vyre::vulkan {

// The descriptor sets of one submission, in a pool of their own that is kept for the next, which
// writes of them what has changed when it runs the same kernels. Kernels of one submission have the
// same buffers, so one set serves all that can trap and one all that cannot. The kernel of a
// GridStep has one of its own.
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
  // What the descriptors of a set hold.
  struct Held {
    std::vector<BufferRange> ranges;
    std::vector<TexelsUse> texels;  // parallel to the first of these; or none

    void clear() {
      ranges.clear();
      texels.clear();
    }
    // Of descriptor |i|; whether that is another.
    bool change(size_t i, const BufferRange& range, const TexelsUse* texel);
  };
  // The kernel whose layout each set has; null: there is no such set.
  using Users = std::array<const Kernel*, kSets>;
  static Users users_of(Kernels kernels, const Commands& commands);
  Status allocate(const Users& users);
  Status prepare_pool(const DescriptorCounts& needed);
  Status create_pool(const DescriptorCounts& needed);
  Status allocate_set(const Kernel& kernel, VkDescriptorSet& set);
  void fill(size_t place, const Kernel& kernel, std::span<const BufferRange> buffers,
            std::span<const TexelsUse> texels = {});
  void destroy_pool();

  const LogicalDevice& device_;
  VkDescriptorPool pool_ = VK_NULL_HANDLE;
  DescriptorCounts capacity_ = {};  // of one set
  Sets sets_ = {};
  std::array<uint64_t, kSets> kernels_ = {};  // Kernel::id of the users; 0: none
  std::array<Held, kSets> written_;
};

}  // namespace vyre::vulkan
