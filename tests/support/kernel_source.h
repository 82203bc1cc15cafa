#pragma once

#include <memory>
#include <utility>

#include "backend/device.h"
#include "spirv/lower.h"

namespace vyre::test {

// What a kernel of |program|, which is borrowed, is made of, with the workgroup that it declares.
inline Result<launch::KernelSource> source_of(const ir::Program& program) {
  VYRE_ASSIGN_OR_RETURN(launch::BindingPlan plan, launch::BindingPlan::create(program));
  return launch::KernelSource{{std::shared_ptr<void>(), &program},
                              std::make_shared<const launch::BindingPlan>(std::move(plan)),
                              program.workgroup_size};
}

// |source|, lowered where |device| wants that, and loaded; nothing is kept.
inline Result<std::shared_ptr<backend::Executable>> compile(backend::Device& device,
                                                            const launch::KernelSource& source) {
  std::optional<spirv::Module> module;
  if (device.target() != nullptr && source.external == nullptr) {
    auto lowered = spirv::lower(source, *device.target());
    if (!lowered.ok() && source.specialization != nullptr) {
      lowered = spirv::lower(launch::with_literals(source), *device.target());
    }
    if (!lowered.ok()) return std::move(lowered).status();
    module = lowered.take();
  }
  VYRE_ASSIGN_OR_RETURN(auto loaded, device.load(source, std::move(module), std::nullopt));
  return std::move(loaded.executable);
}

}  // namespace vyre::test
