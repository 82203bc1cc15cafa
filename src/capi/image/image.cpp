#include <memory>

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/started.h"
#include "runtime/work/image_transfer.h"
#include "vyre_driver_image.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::backend::ImageDesc;
using vyre::launch::ImageFormat;
using vyre::launch::ImageShape;
using vyre::runtime::GivenRegion;
using vyre::runtime::Image;
using vyre::runtime::ImagePart;
using vyre::runtime::Owner;
using namespace vyre::capi;

namespace {

static_assert(VYRE_ALL_MIP_LEVELS == vyre::backend::kAllLevels);
static_assert(static_cast<int>(ImageShape::kCube) == VYRE_IMAGE_SHAPE_CUBE);
#define VYRE_IMAGE_FORMAT(number, name, constant, bytes, texels, module) \
  static_assert(number == VYRE_IMAGE_FORMAT_##name);
#include "launch/image_formats.def"

// Of an enumerator that counts from 1.
Status check_known(uint32_t value, size_t count, std::string_view name) {
  if (value >= 1 && value <= count) return {};
  return vyre::fail(Code::kInvalidArgument, name, " is ", value, ". Fix: choose one of the ", count,
                    " of vyre_driver_image.h");
}

Result<ImageDesc> read(const vyre_image_desc* given) {
  VYRE_RETURN_IF_ERROR(require(given, "desc"));
  VYRE_ASSIGN_OR_RETURN(const vyre_image_desc desc,
                        VYRE_READ_DESC(given, vyre_image_desc, VYRE_IMAGE_DESC_INIT));
  constexpr vyre_image_usage kKnown = VYRE_IMAGE_USAGE_SAMPLED | VYRE_IMAGE_USAGE_STORAGE;
  VYRE_RETURN_IF_ERROR(check_bits(desc.usage, kKnown, "vyre_image_desc.usage"));
  VYRE_RETURN_IF_ERROR(check_string(desc.label, "vyre_image_desc.label"));
  VYRE_RETURN_IF_ERROR(check_reserved(desc.reserved, "vyre_image_desc"));
  VYRE_RETURN_IF_ERROR(
      check_known(desc.format, std::size(vyre::launch::kImageFormats), "vyre_image_desc.format"));
  VYRE_RETURN_IF_ERROR(check_known(desc.shape, VYRE_IMAGE_SHAPE_CUBE, "vyre_image_desc.shape"));
  ImageDesc image;
  image.is_sampled = (desc.usage & VYRE_IMAGE_USAGE_SAMPLED) != 0;
  image.is_storage = (desc.usage & VYRE_IMAGE_USAGE_STORAGE) != 0;
  image.format = static_cast<ImageFormat>(desc.format);
  image.shape = static_cast<ImageShape>(desc.shape);
  image.size = {desc.width, desc.height, desc.depth};
  image.layers = desc.layers;
  image.levels = desc.mip_levels;
  image.label = view(desc.label);
  return image;
}

GivenRegion region_of(const vyre_image_region* region) {
  if (region == nullptr) return {};
  return {region->x,     region->y,     region->z,         region->width,     region->height,
          region->depth, region->layer, region->mip_level, region->row_bytes, region->slice_bytes};
}

ImagePart part_of(vyre_image* image, const vyre_image_region* region) {
  return {image->rep, region_of(region)};
}

}  // namespace

vyre_image::vyre_image(std::shared_ptr<Image> image)
    : rep(std::move(image)), info(std::make_unique<vyre_image_info>()) {
  const ImageDesc& desc = rep->desc();
  *info = {sizeof(vyre_image_info),
           {desc.label.c_str(), desc.label.size()},
           rep->size(),
           (desc.is_sampled ? VYRE_IMAGE_USAGE_SAMPLED : 0) |
               (desc.is_storage ? VYRE_IMAGE_USAGE_STORAGE : 0),
           static_cast<vyre_image_format>(desc.format),
           static_cast<vyre_image_shape>(desc.shape),
           desc.size[0],
           desc.size[1],
           desc.size[2],
           desc.layers,
           desc.levels,
           0};
}

vyre_error* vyre_device_check_image(const vyre_device* device, const vyre_image_desc* desc) {
  return guard(VYRE_ARG(device), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const ImageDesc image, read(desc));
    return vyre::runtime::check_image(*device->rep, image);
  });
}

vyre_error* vyre_image_create(vyre_device* device, const vyre_image_desc* desc,
                              vyre_image** out_image) {
  return guard(VYRE_OUT(out_image), VYRE_ARG(device), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const ImageDesc image, read(desc));
    return hand_out(out_image, Image::create(device->rep, image));
  });
}

vyre_error* vyre_image_write(vyre_image* image, const vyre_image_region* region, const void* data,
                             size_t size) {
  return guard(VYRE_ARG(image), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto bytes, bytes_of(data, size, "data"));
    return vyre::runtime::write_texels(part_of(image, region), bytes);
  });
}

vyre_error* vyre_image_write_async(vyre_image* image, const vyre_image_region* region,
                                   const void* data, size_t size, vyre_work** out_work) {
  return started(out_work, VYRE_ARG(image),
                 [&](Owner owner) -> Result<std::shared_ptr<vyre::runtime::Work>> {
                   VYRE_ASSIGN_OR_RETURN(const auto bytes, bytes_of(data, size, "data"));
                   return vyre::runtime::write_texels_async(part_of(image, region), bytes, owner);
                 });
}

vyre_error* vyre_image_read(vyre_image* image, const vyre_image_region* region, void* data,
                            size_t size) {
  return guard(VYRE_ARG(image), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto bytes, bytes_of(data, size, "data"));
    return vyre::runtime::read_texels(part_of(image, region), bytes);
  });
}

vyre_error* vyre_image_read_async(vyre_image* image, const vyre_image_region* region, uint64_t size,
                                  vyre_work** out_work) {
  return started(out_work, VYRE_ARG(image), [&](Owner owner) {
    return vyre::runtime::read_texels_async(part_of(image, region), size, owner);
  });
}

vyre_error* vyre_image_copy(vyre_image* from, const vyre_image_region* from_region, vyre_image* to,
                            const vyre_image_region* to_region) {
  return guard(VYRE_ARG(from), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(to, "to"));
    return vyre::runtime::copy_texels(part_of(from, from_region), part_of(to, to_region));
  });
}

vyre_error* vyre_image_copy_async(vyre_image* from, const vyre_image_region* from_region,
                                  vyre_image* to, const vyre_image_region* to_region,
                                  vyre_work** out_work) {
  return started(out_work, VYRE_ARG(from),
                 [&](Owner owner) -> Result<std::shared_ptr<vyre::runtime::Work>> {
                   VYRE_RETURN_IF_ERROR(require(to, "to"));
                   return vyre::runtime::copy_texels_async(part_of(from, from_region),
                                                           part_of(to, to_region), owner);
                 });
}

const vyre_image_info* vyre_image_get_info(const vyre_image* image) {
  static constexpr vyre_image_info kNone = {
      sizeof(vyre_image_info), {"", 0}, 0, 0, {}, {}, 0, 0, 0, 0, 0, 0};
  return image == nullptr ? &kNone : image->info.get();
}

vyre_error* vyre_image_get_device(const vyre_image* image, vyre_device** out_device) {
  return guard(VYRE_OUT(out_device), VYRE_ARG(image), [&]() -> Status {
    *out_device = new vyre_device{image->rep->shared_device()};
    return {};
  });
}

void vyre_image_destroy(vyre_image* image) { delete image; }
