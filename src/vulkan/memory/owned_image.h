#pragma once

#include <mutex>
#include <vector>

#include "backend/image.h"
#include "kernel_host/hazards.h"
#include "vulkan/memory/image_part.h"
#include "vulkan/memory/owned_allocation.h"

namespace vyre::vulkan {

// What |desc| asks of the device, refused by name where that lacks it.
Status check_image(const LogicalDevice& device, const backend::ImageDesc& desc);

bool is_filtered_linearly(const LogicalDevice& device, launch::ImageFormat format);

// Texels that stay on the device between dispatches, always in VK_IMAGE_LAYOUT_GENERAL once they
// were cleared. Recorded work shares it.
class OwnedImage : public OwnedAllocation {
 public:
  static Result<std::shared_ptr<OwnedImage>> create(const LogicalDevice& device,
                                                    Allocator& allocator,
                                                    const backend::ImageDesc& desc);
  OwnedImage(const LogicalDevice& device, Allocator& allocator, const backend::ImageDesc& desc);
  ~OwnedImage();
  OwnedImage(const OwnedImage&) = delete;
  OwnedImage& operator=(const OwnedImage&) = delete;

  const backend::ImageDesc& desc() const { return desc_; }
  ImagePart whole() const;
  ImagePart part(const backend::ImageRegion& region) const;
  // Of all levels or one, as a module with that shape sees it. Made when it is first asked for.
  Result<VkImageView> view(launch::ImageShape shape, uint32_t level);
  // Where it lies among other memory, for what depends on what: a level counts as a byte.
  kernel_host::MemoryRange range(uint32_t level) const;

 private:
  struct View {
    launch::ImageShape shape;
    uint32_t level;
    VkImageView handle;
  };
  Status make();
  Result<VkImageView> make_view(launch::ImageShape shape, uint32_t level) const;

  const LogicalDevice& device_;
  const backend::ImageDesc desc_;
  VkImage image_ = VK_NULL_HANDLE;

  std::mutex mutex_;
  std::vector<View> views_;  // guarded by it
};

}  // namespace vyre::vulkan
