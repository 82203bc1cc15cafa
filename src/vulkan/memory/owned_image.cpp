#include "vulkan/memory/owned_image.h"

#include <algorithm>

namespace vyre::vulkan {
namespace {

using backend::ImageDesc;
using launch::ImageShape;

VkFormat format_of(launch::ImageFormat format) {
  using enum launch::ImageFormat;
  constexpr std::pair<launch::ImageFormat, VkFormat> kFormats[] = {
      {kR8Unorm, VK_FORMAT_R8_UNORM},
      {kRg8Unorm, VK_FORMAT_R8G8_UNORM},
      {kRgba8Unorm, VK_FORMAT_R8G8B8A8_UNORM},
      {kRgba8Srgb, VK_FORMAT_R8G8B8A8_SRGB},
      {kBgra8Unorm, VK_FORMAT_B8G8R8A8_UNORM},
      {kR16F, VK_FORMAT_R16_SFLOAT},
      {kRg16F, VK_FORMAT_R16G16_SFLOAT},
      {kRgba16F, VK_FORMAT_R16G16B16A16_SFLOAT},
      {kR32F, VK_FORMAT_R32_SFLOAT},
      {kRg32F, VK_FORMAT_R32G32_SFLOAT},
      {kRgba32F, VK_FORMAT_R32G32B32A32_SFLOAT},
      {kR8U, VK_FORMAT_R8_UINT},
      {kRgba8U, VK_FORMAT_R8G8B8A8_UINT},
      {kR16U, VK_FORMAT_R16_UINT},
      {kR32U, VK_FORMAT_R32_UINT},
      {kRg32U, VK_FORMAT_R32G32_UINT},
      {kRgba32U, VK_FORMAT_R32G32B32A32_UINT},
      {kR32I, VK_FORMAT_R32_SINT},
      {kRgba32I, VK_FORMAT_R32G32B32A32_SINT},
  };
  static_assert(std::size(kFormats) == std::size(launch::kImageFormats));
  const auto* const row =
      std::ranges::find(kFormats, format, [](const auto& one) { return one.first; });
  return row->second;
}

VkImageType type_of(ImageShape shape) {
  if (shape == ImageShape::k1D) return VK_IMAGE_TYPE_1D;
  return shape == ImageShape::k3D ? VK_IMAGE_TYPE_3D : VK_IMAGE_TYPE_2D;
}

VkImageViewType view_type_of(ImageShape shape) {
  constexpr VkImageViewType kTypes[] = {VK_IMAGE_VIEW_TYPE_1D, VK_IMAGE_VIEW_TYPE_2D,
                                        VK_IMAGE_VIEW_TYPE_3D, VK_IMAGE_VIEW_TYPE_2D_ARRAY,
                                        VK_IMAGE_VIEW_TYPE_CUBE};
  return kTypes[static_cast<size_t>(shape) - 1];
}

VkImageCreateInfo image_info(const ImageDesc& desc) {
  auto info = structure<VkImageCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO);
  if (desc.shape == ImageShape::kCube) info.flags = VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
  info.imageType = type_of(desc.shape);
  info.format = format_of(desc.format);
  info.extent = {desc.size[0], desc.size[1], desc.size[2]};
  info.mipLevels = desc.levels;
  info.arrayLayers = desc.layers;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  if (desc.is_sampled) info.usage |= VK_IMAGE_USAGE_SAMPLED_BIT;
  if (desc.is_storage) info.usage |= VK_IMAGE_USAGE_STORAGE_BIT;
  info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
  return info;
}

VkFormatFeatureFlags features_of(const LogicalDevice& device, launch::ImageFormat format) {
  VkFormatProperties properties{};
  device.instance()->vk().vkGetPhysicalDeviceFormatProperties(device.physical().handle,
                                                              format_of(format), &properties);
  return properties.optimalTilingFeatures;
}

Status lacks(const LogicalDevice& device, const ImageDesc& desc, std::string_view what,
             std::string_view fix) {
  return fail(Code::kUnsupportedFeature, "device '", device.physical().id, "' has no images of ",
              launch::facts_of(desc.format).name, " and the shape ", launch::shape_name(desc.shape),
              " ", what, ". Fix: ", fix);
}

// All usages that the format lacks.
Status check_usages(const LogicalDevice& device, const ImageDesc& desc) {
  struct Row {
    bool is_asked;
    VkFormatFeatureFlags bit;
    std::string_view name;
  };
  const Row rows[] = {{desc.is_sampled, VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT, "SAMPLED"},
                      {desc.is_storage, VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT, "STORAGE"},
                      {true, VK_FORMAT_FEATURE_TRANSFER_SRC_BIT, "reads"},
                      {true, VK_FORMAT_FEATURE_TRANSFER_DST_BIT, "writes"}};
  const VkFormatFeatureFlags has = features_of(device, desc.format);
  std::string missing;
  for (const Row& row : rows) {
    if (row.is_asked && (has & row.bit) == 0)
      missing += concat(missing.empty() ? "" : ", ", row.name);
  }
  if (missing.empty()) return {};
  return lacks(device, desc, concat("for ", missing),
               "leave that usage out, or use another format");
}

Status check_sizes(const LogicalDevice& device, const ImageDesc& desc) {
  const VkImageCreateInfo info = image_info(desc);
  VkImageFormatProperties most{};
  const VkResult result = device.instance()->vk().vkGetPhysicalDeviceImageFormatProperties(
      device.physical().handle, info.format, info.imageType, info.tiling, info.usage, info.flags,
      &most);
  if (result == VK_ERROR_FORMAT_NOT_SUPPORTED) {
    return lacks(device, desc, "with these usages together", "use another format or usage");
  }
  VYRE_RETURN_IF_ERROR(device.check(result, "vkGetPhysicalDeviceImageFormatProperties"));
  const std::array<uint64_t, 5> asked = {desc.size[0], desc.size[1], desc.size[2], desc.layers,
                                         desc.levels};
  const std::array<uint64_t, 5> has = {most.maxExtent.width, most.maxExtent.height,
                                       most.maxExtent.depth, most.maxArrayLayers,
                                       most.maxMipLevels};
  constexpr std::string_view kNames[] = {"width", "height", "depth", "layers", "mip_levels"};
  for (size_t i = 0; i < asked.size(); ++i) {
    if (asked[i] <= has[i]) continue;
    return lacks(device, desc, concat("with ", kNames[i], " ", asked[i]),
                 concat("use at most ", has[i]));
  }
  return {};
}

uint64_t texel_count(const ImageDesc& desc) {
  uint64_t texels = 0;
  for (uint32_t level = 0; level < desc.levels; ++level) {
    const auto size = backend::level_size(desc, level);
    texels += uint64_t{size[0]} * size[1] * size[2] * desc.layers;
  }
  return texels;
}

}  // namespace

Status check_image(const LogicalDevice& device, const ImageDesc& desc) {
  VYRE_RETURN_IF_ERROR(check_usages(device, desc));
  return check_sizes(device, desc);
}

bool is_filtered_linearly(const LogicalDevice& device, launch::ImageFormat format) {
  return (features_of(device, format) & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT) != 0;
}

OwnedImage::OwnedImage(const LogicalDevice& device, Allocator& allocator, const ImageDesc& desc)
    : OwnedAllocation(allocator, {}, texel_count(desc) * launch::facts_of(desc.format).texel_bytes),
      device_(device),
      desc_(desc) {}

OwnedImage::~OwnedImage() {
  const DeviceTable& vk = device_.vk();
  for (const View& view : views_) {
    vk.vkDestroyImageView(device_.handle(), view.handle, device_.callbacks());
  }
  if (image_ != VK_NULL_HANDLE) vk.vkDestroyImage(device_.handle(), image_, device_.callbacks());
}

Result<std::shared_ptr<OwnedImage>> OwnedImage::create(const LogicalDevice& device,
                                                       Allocator& allocator,
                                                       const ImageDesc& desc) {
  auto image = std::make_shared<OwnedImage>(device, allocator, desc);
  VYRE_RETURN_IF_ERROR(image->make());
  return image;
}

Status OwnedImage::make() {
  const VkImageCreateInfo info = image_info(desc_);
  VYRE_RETURN_IF_ERROR(
      VYRE_DEVICE_CALL(device_, vkCreateImage, &info, device_.callbacks(), &image_));
  device_.debug().name(VK_OBJECT_TYPE_IMAGE, image_, desc_.label.empty() ? "image" : desc_.label);
  VkMemoryRequirements needs{};
  device_.vk().vkGetImageMemoryRequirements(device_.handle(), image_, &needs);
  const BlockOptions options{.dedicated = true, .may_wait = true, .image = image_};
  VYRE_ASSIGN_OR_RETURN(const Allocation allocation,
                        allocator().allocate(MemoryUse::kDevice, needs.size, options));
  take(allocation);
  return {};
}

ImagePart OwnedImage::whole() const {
  return {allocation().block->id, image_, 0, 0, desc_.layers, {0, 0, 0}, desc_.size};
}

ImagePart OwnedImage::part(const backend::ImageRegion& region) const {
  ImagePart part{allocation().block->id, image_, region.level, 0, 1, region.first, region.size};
  if (desc_.shape == ImageShape::k3D) return part;
  part.layer = std::exchange(part.first[2], 0);
  part.layers = std::exchange(part.size[2], 1);
  return part;
}

kernel_host::MemoryRange OwnedImage::range(uint32_t level) const {
  const bool is_whole = level == backend::kAllLevels;
  return {allocation().block->id, is_whole ? 0 : level, is_whole ? desc_.levels : 1};
}

Result<VkImageView> OwnedImage::view(ImageShape shape, uint32_t level) {
  const std::lock_guard lock(mutex_);
  for (const View& view : views_) {
    if (view.shape == shape && view.level == level) return view.handle;
  }
  views_.reserve(views_.size() + 1);
  VYRE_ASSIGN_OR_RETURN(const VkImageView made, make_view(shape, level));
  views_.push_back({shape, level, made});
  return made;
}

Result<VkImageView> OwnedImage::make_view(ImageShape shape, uint32_t level) const {
  const kernel_host::MemoryRange levels = range(level);
  auto info = structure<VkImageViewCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO);
  info.image = image_;
  info.viewType = view_type_of(shape);
  info.format = format_of(desc_.format);
  info.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, static_cast<uint32_t>(levels.offset),
                           static_cast<uint32_t>(levels.size), 0, desc_.layers};
  VkImageView view = VK_NULL_HANDLE;
  VYRE_RETURN_IF_ERROR(
      VYRE_DEVICE_CALL(device_, vkCreateImageView, &info, device_.callbacks(), &view));
  return view;
}

}  // namespace vyre::vulkan
