#include "runtime/device/image.h"

#include <algorithm>
#include <bit>

#include "ir/program/display_name.h"

namespace vyre::runtime {
namespace {

using backend::ImageDesc;
using launch::ImageShape;

std::string size_text(const ImageDesc& desc) {
  std::string text = std::to_string(desc.size[0]);
  if (desc.shape != ImageShape::k1D) text += concat(" x ", desc.size[1]);
  if (desc.shape == ImageShape::k3D) text += concat(" x ", desc.size[2]);
  if (desc.shape == ImageShape::k2DArray) text += concat(", ", desc.layers, " layers");
  return text;
}

std::string name_of(const ImageDesc& desc) {
  const std::string label =
      desc.label.empty() ? std::string() : concat(" ", ir::display_name(desc.label));
  return concat("image", label, " (", shape_name(desc.shape), ", ", size_text(desc), " ",
                launch::facts_of(desc.format).name, ")");
}

Status refused(const ImageDesc& desc, std::string_view why, std::string_view fix) {
  return fail(Code::kInvalidArgument, "an ", name_of(desc), " ", why, ". Fix: ", fix);
}

// Axes that the shape has, and those that it has not.
Status check_axes(const ImageDesc& desc) {
  const auto& [width, height, depth] = desc.size;
  if (width == 0 || height == 0 || depth == 0 || desc.layers == 0) {
    return refused(desc, "has a size of 0", "give width, and 1 for what the shape has not");
  }
  const bool has_height = desc.shape != ImageShape::k1D;
  const bool is_flat = desc.shape != ImageShape::k3D;
  if ((!has_height && height != 1) || (is_flat && depth != 1)) {
    return refused(desc, concat("has a height of ", height, " and a depth of ", depth),
                   "give 1 for what the shape has not");
  }
  if (desc.shape == ImageShape::kCube) {
    if (desc.layers == 6 && width == height) return {};
    return refused(desc, concat("has ", desc.layers, " layers of ", width, " x ", height),
                   "give a cube 6 layers that are squares");
  }
  if (desc.layers == 1 || desc.shape == ImageShape::k2DArray) return {};
  return refused(desc, concat("has ", desc.layers, " layers"),
                 "give layers to VYRE_IMAGE_SHAPE_2D_ARRAY alone");
}

Status check_levels(const ImageDesc& desc) {
  const uint32_t most = static_cast<uint32_t>(std::bit_width(*std::ranges::max_element(desc.size)));
  if (desc.levels >= 1 && desc.levels <= most) return {};
  return refused(desc, concat("has ", desc.levels, " mip levels"),
                 concat("give 1 to ", most, ", the last of one texel"));
}

Status check_sampler(const backend::SamplerDesc& desc) {
  if (!desc.is_unnormalized) return {};
  const auto stays_inside = [](backend::AddressMode mode) {
    return mode == backend::AddressMode::kClamp || mode == backend::AddressMode::kBorderZero;
  };
  if (desc.mip_filter == backend::Filter::kNearest &&
      std::ranges::all_of(desc.address, stays_inside))
    return {};
  return fail(Code::kInvalidArgument,
              "the sampler is unnormalized and filters between levels, or repeats the image. Fix: "
              "use mip_filter NEAREST, and CLAMP or BORDER_ZERO for each address");
}

}  // namespace

Status check_image(const Device& device, const ImageDesc& desc) {
  VYRE_RETURN_IF_ERROR(check_axes(desc));
  VYRE_RETURN_IF_ERROR(check_levels(desc));
  if (!desc.is_sampled && !desc.is_storage) {
    return refused(desc, "has no usage", "give VYRE_IMAGE_USAGE_SAMPLED, _STORAGE or both");
  }
  return device.with_raw([&](backend::Device& raw) { return raw.check_image(desc); });
}

Result<std::shared_ptr<Image>> Image::create(std::shared_ptr<Device> device,
                                             const ImageDesc& desc) {
  const TraceCall call(device->trace(), "vyre_image_create", {}, 0);
  VYRE_RETURN_IF_ERROR(check_image(*device, desc));
  const uint64_t generation = device->generation();
  VYRE_ASSIGN_OR_RETURN(const auto raw, device->use(generation));
  VYRE_ASSIGN_OR_RETURN(auto image, raw->create_image(desc));
  return std::shared_ptr<Image>(new Image(std::move(device), generation, std::move(image)));
}

Image::Image(std::shared_ptr<Device> device, uint64_t generation,
             std::shared_ptr<backend::Image> image)
    : device_(std::move(device)),
      generation_(generation),
      image_(std::move(image)),
      name_(name_of(image_->desc())) {}

Result<std::shared_ptr<backend::Image>> Image::memory(uint64_t generation) const {
  if (generation != generation_) return Device::outdated(name_);
  return image_;
}

Result<std::shared_ptr<const Sampler>> create_sampler(std::shared_ptr<Device> device,
                                                      const backend::SamplerDesc& desc,
                                                      std::string label) {
  VYRE_RETURN_IF_ERROR(check_sampler(desc));
  if (!device->profile().images)
    return device->with_raw([](backend::Device& raw) -> Status { return raw.check_image({}); });
  return std::make_shared<const Sampler>(std::move(device), desc, std::move(label));
}

}  // namespace vyre::runtime
