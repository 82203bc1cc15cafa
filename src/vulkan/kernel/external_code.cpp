#include "backend/module_check.h"
#include "spirv/external/spirv_tools.h"
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
  const uint64_t missing = atomic_features(code.words) & ~device.features;
  if (missing == 0) return {};
  return fail(Code::kUnsupportedFeature, "atomics of the SPIR-V module need ",
              feature_names(missing), ", which device '", device.id,
              "' lacks or was made without. Fix: compile the kernel without them, or choose "
              "another device");
}

}  // namespace

Result<spirv::Module> external_module(const backend::DeviceView& view, const PhysicalDevice& device,
                                      const launch::KernelSource& source) {
  const launch::ExternalCode& code = *source.external;
  VYRE_RETURN_IF_ERROR(backend::check_module(view, code));
  VYRE_RETURN_IF_ERROR(check_atomics(device, code));
  spirv::Module module;
  VYRE_RETURN_IF_ERROR(spirv::validate_module(code.words, rules_of(device)));
  module.words = code.words;
  if (code.checked) {
    VYRE_ASSIGN_OR_RETURN(module.words, spirv::checked_module(code.words));
    VYRE_RETURN_IF_ERROR(spirv::validate_module(module.words, rules_of(device)));
  }
  for (const launch::PlannedBinding& binding : source.plan->bindings) {
    if (binding.role != launch::Role::kUniform) ++module.storage_buffers;
  }
  return module;
}

}  // namespace vyre::vulkan
