#pragma once

#include "spirv/module/target.h"
#include "vyre_driver.h"

namespace vyre::capi {

// vyre_context_create for tests and tools that link the rooms: kernels of Vulkan devices that the
// context opens are lowered in |mode|. No result depends on it.
vyre_error* create_context(const vyre_context_desc* desc, spirv::OptimizationMode mode,
                           vyre_context** out_context) noexcept;

}  // namespace vyre::capi
