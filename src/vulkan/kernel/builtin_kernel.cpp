#include "vulkan/kernel/builtin_kernel.h"

#include "spirv/lower.h"

namespace vyre::vulkan {

Result<std::shared_ptr<const Kernel>> BuiltinKernel::get() {
  const std::lock_guard lock(mutex_);
  if (kernel_ != nullptr) return kernel_;
  VYRE_ASSIGN_OR_RETURN(kernel_, compile());
  return kernel_;
}

Result<std::shared_ptr<const Kernel>> BuiltinKernel::compile() const {
  launch::KernelSource source;
  VYRE_ASSIGN_OR_RETURN(source.program, make_(std::pmr::get_default_resource()));
  VYRE_ASSIGN_OR_RETURN(auto plan, launch::BindingPlan::create(*source.program));
  source.plan = std::make_shared<const launch::BindingPlan>(std::move(plan));
  source.workgroup_size = source.program->workgroup_size;
  VYRE_ASSIGN_OR_RETURN(spirv::Module module, spirv::lower(source, device_.target()));
  return Kernel::create(device_, source, std::move(module), VK_NULL_HANDLE);
}

}  // namespace vyre::vulkan
