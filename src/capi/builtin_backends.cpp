#include "capi/builtin_backends.h"

#include "reference/reference_device.h"
#include "vulkan/backend/backend.h"

namespace vyre::capi {

std::vector<std::unique_ptr<backend::Backend>> builtin_backends(const BuiltinOptions& options) {
  std::pmr::memory_resource* memory =
      options.memory ? options.memory.get() : std::pmr::new_delete_resource();
  vulkan::InstanceOptions vulkan;
  vulkan.validation = options.vulkan_validation;
  vulkan.log = options.log;
  vulkan.memory = memory;
  vulkan.observe = options.observe;
  if (options.optimizations) {
    vulkan.optimizations =
        *options.optimizations ? spirv::OptimizationMode::kAll : spirv::OptimizationMode::kNone;
  }
  if (!options.vulkan_library.empty()) vulkan.loader = options.vulkan_library;
  std::vector<std::unique_ptr<backend::Backend>> backends;
  backends.push_back(vulkan::make_backend(std::move(vulkan)));
  backends.push_back(reference::make_backend(memory));
  return backends;
}

}  // namespace vyre::capi
