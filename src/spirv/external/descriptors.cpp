#include "spirv/external/descriptors.h"

#include <algorithm>

namespace vyre::spirv {
namespace {

std::string_view what_is(SpvOp type) {
  switch (type) {
    case SpvOpTypeArray:
      return "an array of descriptors whose length is not known";
    case SpvOpTypeRuntimeArray:
      return "an array of descriptors of open length";
    default:
      return "neither a buffer nor an image";
  }
}

// None: images here have no such shape.
std::optional<launch::ImageShape> shape_of(uint32_t dimension, bool is_array) {
  using enum launch::ImageShape;
  if (dimension == SpvDim2D) return is_array ? k2DArray : k2D;
  if (is_array) return std::nullopt;
  if (dimension == SpvDim1D) return k1D;
  if (dimension == SpvDim3D) return k3D;
  return dimension == SpvDimCube ? std::optional(kCube) : std::nullopt;
}

std::string_view shapeless(uint32_t dimension, bool is_multisampled) {
  if (is_multisampled) return "an image of several samples";
  if (dimension == SpvDimBuffer) return "a buffer of texels";
  return dimension == SpvDim1D || dimension == SpvDimCube ? "an array of 1D images or of cubes"
                                                          : "an image of another dimension";
}

}  // namespace

std::string DescriptorReader::label(uint32_t variable) const {
  const std::string name = module_.name_of(variable);
  return name.empty() ? concat("variable %", variable) : concat("'", name.substr(0, 200), "'");
}

Status DescriptorReader::cannot_bind(uint32_t variable, std::string_view what) const {
  return fail(
      Code::kUnsupportedFeature, "the SPIR-V module's ", label(variable), " is ", what,
      ", and kernels here have storage and uniform buffers, images of 1D to 3D, arrays of 2D, "
      "cubes and samplers, alone or in arrays of plain lengths. Fix: compile the kernel with "
      "such");
}

// How many there are of what is left in |type|: one unless it was an array. One whose length
// nobody knows stays.
uint32_t DescriptorReader::take_array(uint32_t& type) const {
  const auto array = module_.find(type);
  if (!array || array->op != SpvOpTypeArray) return 1;
  const uint32_t count = values_.value((*array)[3]).value_or(0);
  if (count != 0) type = (*array)[2];
  return std::max(count, 1u);
}

Result<ModuleBinding> DescriptorReader::describe(ModuleVariable variable) const {
  const uint32_t array_count = take_array(variable.type);
  VYRE_ASSIGN_OR_RETURN(ModuleBinding binding, placed(variable));
  binding.array_count = array_count;
  const bool is_image = variable.storage == SpvStorageClassUniformConstant;
  VYRE_RETURN_IF_ERROR(is_image ? describe_image(variable, binding)
                                : describe_buffer(variable, binding));
  return binding;
}

// With its numbers and its name.
Result<ModuleBinding> DescriptorReader::placed(const ModuleVariable& variable) const {
  const ExternalModule::Note* set = module_.note(variable.id, SpvDecorationDescriptorSet);
  const ExternalModule::Note* number = module_.note(variable.id, SpvDecorationBinding);
  if (set == nullptr || number == nullptr) {
    return fail(Code::kMalformedModule, "the SPIR-V module's ", label(variable.id), " has no ",
                set == nullptr ? "descriptor set" : "binding",
                ". Fix: compile it for Vulkan, with sets and bindings");
  }
  ModuleBinding binding;
  binding.set = set->value;
  binding.binding = number->value;
  binding.name = module_.name_of(variable.id);
  if (binding.name.empty()) binding.name = module_.name_of(variable.type);
  binding.element = "Bytes";
  return binding;
}

Status DescriptorReader::describe_buffer(const ModuleVariable& variable,
                                         ModuleBinding& binding) const {
  const auto block = module_.find(variable.type);
  if (!block || block->op != SpvOpTypeStruct) {
    return cannot_bind(variable.id, what_is(block ? block->op : SpvOpNop));
  }
  binding.is_uniform = variable.storage == SpvStorageClassUniform &&
                       module_.note(variable.type, SpvDecorationBufferBlock) == nullptr;
  binding.is_written =
      !binding.is_uniform && !every_member(variable.id, *block, SpvDecorationNonWritable);
  binding.is_read =
      binding.is_uniform || !every_member(variable.id, *block, SpvDecorationNonReadable);
  return describe_block(variable.type, binding);
}

Status DescriptorReader::describe_image(const ModuleVariable& variable,
                                        ModuleBinding& binding) const {
  launch::Descriptor& descriptor = binding.descriptor;
  auto type = module_.find(variable.type);
  const bool is_both = type && type->op == SpvOpTypeSampledImage;
  const bool is_sampler = type && type->op == SpvOpTypeSampler;
  if (is_both) type = module_.find((*type)[2]);
  if (!is_sampler && (!type || type->op != SpvOpTypeImage)) {
    return cannot_bind(variable.id, what_is(type ? type->op : SpvOpNop));
  }
  if (!is_sampler) VYRE_RETURN_IF_ERROR(take_image(variable.id, *type, descriptor));
  if (is_sampler) descriptor.resource = launch::Resource::kSampler;
  if (is_both) descriptor.resource = launch::Resource::kSampledTexture;
  const bool is_storage = descriptor.resource == launch::Resource::kStorageImage;
  binding.is_written = is_storage && module_.note(variable.id, SpvDecorationNonWritable) == nullptr;
  binding.is_read = !is_storage || module_.note(variable.id, SpvDecorationNonReadable) == nullptr;
  return {};
}

Status DescriptorReader::take_image(uint32_t variable, const ModuleInstruction& image,
                                    launch::Descriptor& descriptor) const {
  const uint32_t dimension = image[3], is_multisampled = image[6], sampled = image[7];
  const auto shape = shape_of(dimension, image[5] != 0);
  if (!shape || is_multisampled != 0) {
    return cannot_bind(variable, shapeless(dimension, is_multisampled != 0));
  }
  const auto texel = module_.find(image[2]);
  const bool is_number = texel && (texel->op == SpvOpTypeFloat || texel->op == SpvOpTypeInt);
  if (!is_number || (*texel)[2] != 32) {
    return cannot_bind(variable, "an image of components that have not 32 bits");
  }
  descriptor.resource = sampled == 1 ? launch::Resource::kTexture : launch::Resource::kStorageImage;
  descriptor.shape = *shape;
  descriptor.format = image[8];
  if (texel->op == SpvOpTypeInt) {
    descriptor.texels =
        (*texel)[3] != 0 ? launch::TexelKind::kSigned : launch::TexelKind::kUnsigned;
  }
  return {};
}

Status DescriptorReader::describe_block(uint32_t block, ModuleBinding& binding) const {
  const TypeSize size = values_.size(block);
  if (!size.bytes) {
    return fail(Code::kUnsupportedFeature, "the size of the SPIR-V module's buffer '", binding.name,
                "' cannot be computed here. Fix: give its arrays plain lengths");
  }
  binding.fixed_bytes = *size.bytes;
  binding.open_element_bytes = size.open_element_bytes;
  binding.element = "Bytes";
  const ModuleInstruction members = *module_.find(block);
  const auto member = members.words.size() == 3 ? module_.find(members[2]) : std::nullopt;
  if (!member) return {};
  const bool is_array = member->op == SpvOpTypeArray || member->op == SpvOpTypeRuntimeArray;
  const ExternalModule::Note* stride = module_.note(members[2], SpvDecorationArrayStride);
  if (is_array && stride != nullptr) binding.element = element_of((*member)[2], stride->value);
  if (!is_array) binding.element = element_of(members[2], *size.bytes);
  return {};
}

std::string DescriptorReader::element_of(uint32_t type, uint64_t stride) const {
  const auto made = module_.find(type);
  if (!made || values_.size(type).bytes != stride) return "Bytes";
  if (made->op == SpvOpTypeVector) {
    const auto component = module_.find((*made)[2]);
    if (!component || component->op == SpvOpTypeVector) return "Bytes";
    const std::string of = element_of((*made)[2], stride / std::max(1u, (*made)[3]));
    return of == "Bytes" ? of : concat("Vec<", of, ",", (*made)[3], ">");
  }
  const bool is_number = made->op == SpvOpTypeInt || made->op == SpvOpTypeFloat;
  const uint32_t width = is_number ? (*made)[2] : 0;
  if (width != 8 && width != 16 && width != 32 && width != 64) return "Bytes";
  if (made->op == SpvOpTypeFloat) return width == 8 ? "Bytes" : concat("F", width);
  return concat((*made)[3] != 0 ? "I" : "U", width);
}

bool DescriptorReader::every_member(uint32_t variable, const ModuleInstruction& block,
                                    SpvDecoration kind) const {
  if (module_.note(variable, kind) != nullptr) return true;
  const auto count = static_cast<uint32_t>(block.words.size() - 2);
  for (uint32_t member = 0; member < count; ++member) {
    if (module_.note(block[1], kind, member) == nullptr) return false;
  }
  return count > 0;
}

}  // namespace vyre::spirv
