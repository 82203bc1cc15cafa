#include <bit>

#include "backend/module_check.h"
#include "spirv/external/spirv_tools.h"
#include "vulkan/kernel/instructions.h"
#include "vulkan/kernel/modules.h"

namespace vyre::vulkan {
namespace {

spirv::ModuleRules rules_of(const PhysicalDevice& device) {
  const auto has = [&](uint64_t features) { return (device.features & features) == features; };
  return {device.api_version >= VK_API_VERSION_1_3, has(kScalarBlockLayout),
          has(kUniformBufferStandardLayout), has(kScalarBlockLayout | kExplicitWorkgroupLayout)};
}

// One capability is for atomics on buffers and on workgroup memory, which Vulkan tells apart.
Status check_atomics(const PhysicalDevice& device, const launch::ExternalCode& code) {
  const AtomicNeeds needs = atomic_needs(code.words);
  if (needs.of_texels) {
    return fail(Code::kUnsupportedFeature,
                "the SPIR-V module has atomics on texels of floats or of 64 bits, for which no "
                "feature is asked of device '",
                device.id, "'. Fix: use atomics on texels of 32-bit integers, or on a buffer");
  }
  const uint64_t missing = needs.features & ~device.features;
  if (missing == 0) return {};
  return fail(Code::kUnsupportedFeature, "atomics of the SPIR-V module need ",
              feature_names(missing), ", which device '", device.id,
              "' lacks or was made without. Fix: compile the kernel without them, or choose "
              "another device");
}

// One capability is for floats of 16, 32 and 64 bits, which Vulkan tells apart.
std::string_view float_control_of(uint32_t mode) {
  switch (mode) {
    case SpvExecutionModeDenormPreserve:
      return "shaderDenormPreserveFloat";
    case SpvExecutionModeDenormFlushToZero:
      return "shaderDenormFlushToZeroFloat";
    case SpvExecutionModeSignedZeroInfNanPreserve:
      return "shaderSignedZeroInfNanPreserveFloat";
    case SpvExecutionModeRoundingModeRTE:
      return "shaderRoundingModeRTEFloat";
    case SpvExecutionModeRoundingModeRTZ:
      return "shaderRoundingModeRTZFloat";
    default:
      return {};
  }
}

Status check_float_control(const PhysicalDevice& device, uint32_t mode, uint32_t width) {
  const std::string_view control = float_control_of(mode);
  const std::string property = concat(control, width);
  if (control.empty() || has_float_property(device, property)) return {};
  return fail(Code::kUnsupportedFeature, "the SPIR-V module asks for ", property,
              " of VkPhysicalDeviceFloatControlsProperties, which device '", device.id,
              "' lacks. Fix: compile the kernel without that execution mode, or choose another "
              "device");
}

Status check_float_controls(const PhysicalDevice& device, std::span<const uint32_t> words) {
  Status first;
  for_each_instruction(words, [&](SpvOp op, std::span<const uint32_t> mode) {
    if (!first.ok() || op != SpvOpExecutionMode || mode.size() != 4) return;
    first = check_float_control(device, mode[2], mode[3]);
  });
  return first;
}

Status not_of_device(const PhysicalDevice& device, std::string_view what,
                     std::string_view feature) {
  return fail(Code::kUnsupportedFeature, what, ", and device '", device.id, "' lacks ", feature,
              " or was made without. Fix: leave it out, or choose another device");
}

// The limits of a size that a pipeline chooses.
Status check_subgroup_size(const PhysicalDevice& device, const launch::Axes& workgroup,
                           uint32_t size) {
  if (!device.profile.subgroup_size_control) {
    return not_of_device(device, concat("subgroup_size is ", size), "subgroupSizeControl");
  }
  const auto [least, most] = *device.profile.subgroup_sizes;
  if (!std::has_single_bit(size) || size < least || size > most) {
    return fail(Code::kInvalidArgument, "subgroup_size is ", size, ", device '", device.id,
                "' has powers of two from ", least, " to ", most, ". Fix: choose one of these");
  }
  const uint64_t invocations = uint64_t{workgroup[0]} * workgroup[1] * workgroup[2];
  if (invocations <= uint64_t{device.max_workgroup_subgroups} * size) return {};
  return fail(Code::kUnsupportedFeature, "a workgroup of ", invocations,
              " invocations has more than ", device.max_workgroup_subgroups, " subgroups of ", size,
              " (maxComputeWorkgroupSubgroups). Fix: use a smaller workgroup or larger subgroups");
}

Status check_full_subgroups(const PhysicalDevice& device, const launch::Axes& workgroup,
                            uint32_t size) {
  if ((device.features & kComputeFullSubgroups) == 0) {
    return not_of_device(device, "VYRE_PIPELINE_FULL_SUBGROUPS is given", "computeFullSubgroups");
  }
  if (size == 0) size = (*device.profile.subgroup_sizes)[1];
  if (workgroup[0] % size == 0) return {};
  return fail(Code::kInvalidArgument, "the workgroup has ", workgroup[0],
              " invocations on its first axis, full subgroups want a multiple of ", size,
              ". Fix: use such a workgroup, or leave VYRE_PIPELINE_FULL_SUBGROUPS out");
}

Status check_subgroups(const PhysicalDevice& device, const launch::KernelSource& source) {
  const launch::ExternalCode& code = *source.external;
  const uint32_t size = code.subgroup_size;
  if (size != 0) {
    VYRE_RETURN_IF_ERROR(check_subgroup_size(device, source.workgroup_size, size));
  }
  return code.full_subgroups ? check_full_subgroups(device, source.workgroup_size, size) : Status();
}

}  // namespace

Result<spirv::Module> external_module(const backend::DeviceView& view, const PhysicalDevice& device,
                                      const launch::KernelSource& source) {
  const launch::ExternalCode& code = *source.external;
  VYRE_RETURN_IF_ERROR(backend::check_module(view, code));
  VYRE_RETURN_IF_ERROR(check_atomics(device, code));
  VYRE_RETURN_IF_ERROR(check_float_controls(device, code.words));
  VYRE_RETURN_IF_ERROR(check_subgroups(device, source));
  spirv::Module module;
  VYRE_RETURN_IF_ERROR(spirv::validate_module(code.words, rules_of(device)));
  module.words = code.words;
  if (code.checked) {
    VYRE_ASSIGN_OR_RETURN(module.words, spirv::checked_module(code.words));
    VYRE_RETURN_IF_ERROR(spirv::validate_module(module.words, rules_of(device)));
  }
  for (const launch::PlannedBinding& binding : source.plan->bindings) {
    const bool is_buffer = binding.descriptor.is_buffer();
    if (is_buffer && binding.role != launch::Role::kUniform) ++module.storage_buffers;
  }
  return module;
}

}  // namespace vyre::vulkan
