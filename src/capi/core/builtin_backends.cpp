#include "capi/core/builtin_backends.h"

#include "capi/boundary/convert.h"
#include "reference/reference_device.h"
#include "vulkan/backend/backend.h"

namespace vyre::capi {

std::vector<std::unique_ptr<backend::Backend>> builtin_backends(
    const vyre_context_desc& desc, const runtime::ContextOptions& options,
    spirv::OptimizationMode mode) {
  std::pmr::memory_resource* memory =
      options.memory ? options.memory.get() : std::pmr::new_delete_resource();
  vulkan::InstanceOptions vulkan;
  vulkan.validation = (desc.flags & VYRE_CONTEXT_VULKAN_VALIDATION) != 0;
  vulkan.log = options.log;
  vulkan.memory = memory;
  vulkan.observe = options.observe;
  vulkan.optimizations = mode;
  if (desc.vulkan_library.size != 0) vulkan.loader = view(desc.vulkan_library);
  std::vector<std::unique_ptr<backend::Backend>> backends;
  backends.push_back(vulkan::make_backend(std::move(vulkan)));
  backends.push_back(reference::make_backend(memory));
  return backends;
}

}  // namespace vyre::capi
