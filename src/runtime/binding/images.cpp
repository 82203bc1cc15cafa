#include "runtime/binding/images.h"

#include <spirv/unified1/spirv.h>

#include <algorithm>

namespace vyre::runtime {
namespace {

using launch::Descriptor;
using launch::Resource;

constexpr uint32_t kModuleFormats[] = {
#define VYRE_IMAGE_FORMAT(number, name, constant, bytes, texels, module) SpvImageFormat##module,
#include "launch/image_formats.def"
};

uint32_t module_format(launch::ImageFormat format) {
  return kModuleFormats[static_cast<size_t>(format) - 1];
}

std::string format_text(uint32_t module_format) {
  const auto* const found = std::ranges::find(kModuleFormats, module_format);
  if (found == std::end(kModuleFormats)) return concat("format number ", module_format);
  return std::string(launch::kImageFormats[found - kModuleFormats].name);
}

// What a binding of one parameter is checked for.
struct Checked {
  const Pipeline& pipeline;
  uint32_t plan_index;
  const Binding& binding;

  const Descriptor& descriptor() const { return pipeline.plan().bindings[plan_index].descriptor; }
  const backend::ImageDesc& image() const { return binding.image->desc(); }
  Status refuse(std::string_view what, std::string_view fix) const {
    return fail(Code::kInvalidArgument, buffer_label(pipeline, plan_index), ", ",
                launch::resource_name(descriptor().resource), " of the SPIR-V module, ", what,
                ". Fix: ", fix);
  }
  Status refuse_image(std::string_view what, std::string_view fix) const {
    return refuse(concat("is bound to ", binding.image->name(), ", ", what), fix);
  }
};

std::string_view how_to_bind(Resource resource) {
  switch (resource) {
    case Resource::kStorageImage:
    case Resource::kTexture:
      return "bind an image without a sampler (vyre_bind_image)";
    case Resource::kSampledTexture:
      return "bind an image with a sampler (vyre_bind_image)";
    case Resource::kSampler:
      return "bind a sampler (vyre_bind_sampler)";
    case Resource::kBuffer:
      break;
  }
  return "bind bytes or a buffer";
}

// What is bound is of the kind that the module has.
Status check_kind(const Checked& one) {
  const Resource resource = one.descriptor().resource;
  const bool has_image = one.binding.kind == BindKind::kImage;
  const bool has_sampler = one.binding.sampler != nullptr;
  const bool is_right =
      has_image == launch::is_image(resource) &&
      has_sampler == (resource == Resource::kSampler || resource == Resource::kSampledTexture);
  if (is_right) return {};
  const bool is_half = has_image && launch::is_image(resource);
  return one.refuse(is_half ? concat("is bound ", has_sampler ? "with" : "without", " a sampler")
                            : concat("is bound as ", bind_kind_name(one.binding.kind)),
                    how_to_bind(resource));
}

Status check_owner(const Checked& one) {
  const Device& device = one.pipeline.device();
  const bool is_others_image =
      one.binding.image != nullptr && &one.binding.image->device() != &device;
  const bool is_others_sampler =
      one.binding.sampler != nullptr && one.binding.sampler->device.get() != &device;
  if (!is_others_image && !is_others_sampler) return {};
  return one.refuse(concat("is bound to ", is_others_image ? "an image" : "a sampler",
                           " of another device than '", device.id(), "'"),
                    "make both with the device of the pipeline");
}

bool is_shape(launch::ImageShape wanted, launch::ImageShape has) {
  using enum launch::ImageShape;
  return wanted == has || (wanted == k2DArray && has == kCube);
}

Status check_texels(const Checked& one) {
  const Descriptor& wanted = one.descriptor();
  const launch::FormatFacts& format = launch::facts_of(one.image().format);
  if (!is_shape(wanted.shape, one.image().shape)) {
    return one.refuse_image(concat("where the module has ", launch::shape_name(wanted.shape)),
                            "bind an image of that shape");
  }
  if (wanted.texels != format.texels) {
    return one.refuse_image(
        concat("where the module has texels of ", launch::texel_kind_name(wanted.texels)),
        "bind an image of such a format");
  }
  const bool is_named = wanted.resource == Resource::kStorageImage && wanted.format != 0;
  if (!is_named || wanted.format == module_format(one.image().format)) return {};
  return one.refuse_image(concat("where the module has ", format_text(wanted.format)),
                          "bind an image of that format, or compile the kernel without one");
}

Status check_usage(const Checked& one) {
  const bool is_storage = one.descriptor().resource == Resource::kStorageImage;
  if (is_storage ? one.image().is_storage : one.image().is_sampled) return {};
  const std::string_view usage = is_storage ? "STORAGE" : "SAMPLED";
  return one.refuse_image(concat("which was made without VYRE_IMAGE_USAGE_", usage),
                          "make it with that usage");
}

Status check_level(const Checked& one) {
  const uint32_t levels = one.image().levels, level = one.binding.level;
  const bool is_whole = level == backend::kAllLevels;
  if (!is_whole && level >= levels) {
    return one.refuse_image(concat("mip level ", level, " of ", levels), "count them from 0");
  }
  const bool is_storage = one.descriptor().resource == Resource::kStorageImage;
  if (!is_whole || !is_storage || levels == 1) return {};
  return one.refuse_image(concat("which has ", levels, " mip levels, whole"),
                          "bind one of its levels (vyre_binding.mip_level)");
}

Status check_filter(const Checked& one, const backend::SamplerDesc& sampler) {
  const bool is_linear =
      sampler.filter == backend::Filter::kLinear || sampler.mip_filter == backend::Filter::kLinear;
  if (is_linear && !one.binding.image->is_filtered_linearly()) {
    return one.refuse_image("whose format the device does not filter, with a linear sampler",
                            "use VYRE_FILTER_NEAREST, or another format");
  }
  const bool has_border = std::ranges::find(sampler.address, backend::AddressMode::kBorderZero) !=
                          sampler.address.end();
  const bool is_integer = launch::facts_of(one.image().format).texels != launch::TexelKind::kFloat;
  if (!has_border || !is_integer) return {};
  return one.refuse_image("which has integers, with a sampler with a border",
                          "use VYRE_ADDRESS_CLAMP, or a format of floats");
}

// Coordinates that count texels.
Status check_unnormalized(const Checked& one, const backend::SamplerDesc& sampler) {
  if (!sampler.is_unnormalized) return {};
  using enum launch::ImageShape;
  const launch::ImageShape shape = one.image().shape;
  const bool is_one_level = one.image().levels == 1 || one.binding.level != backend::kAllLevels;
  if ((shape == k1D || shape == k2D) && is_one_level) return {};
  return one.refuse_image("with an unnormalized sampler",
                          "bind one level of a 1D or 2D image, or use another sampler");
}

Status check_image(const Checked& one) {
  VYRE_RETURN_IF_ERROR(check_texels(one));
  VYRE_RETURN_IF_ERROR(check_usage(one));
  VYRE_RETURN_IF_ERROR(check_level(one));
  if (one.binding.sampler == nullptr) return {};
  VYRE_RETURN_IF_ERROR(check_filter(one, one.binding.sampler->desc));
  return check_unnormalized(one, one.binding.sampler->desc);
}

}  // namespace

Status check_resource(const Pipeline& pipeline, uint32_t plan_index, const Binding& binding) {
  const Resource resource = pipeline.plan().bindings[plan_index].descriptor.resource;
  const bool is_plain = binding.image == nullptr && binding.sampler == nullptr;
  if (resource == Resource::kBuffer && is_plain) return {};
  const Checked one{pipeline, plan_index, binding};
  VYRE_RETURN_IF_ERROR(check_kind(one));
  VYRE_RETURN_IF_ERROR(check_owner(one));
  return binding.image != nullptr ? check_image(one) : Status();
}

bool share_texels(const Binding& a, const Binding& b) {
  return a.image != nullptr && a.image == b.image &&
         (a.level == b.level || a.level == backend::kAllLevels || b.level == backend::kAllLevels);
}

}  // namespace vyre::runtime
