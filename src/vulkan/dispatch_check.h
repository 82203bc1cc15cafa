#pragma once

#include "backend/backend.h"
#include "vulkan/core.h"
#include "vulkan/kernel.h"

namespace vyre::vulkan {

// Whether |dispatch| can run as it is: grid, sizes, limits, ownership, overlaps. Every refusal
// names the thing and the numbers.
Status check_dispatch(const Core& core, const backend::Dispatch& dispatch);

}  // namespace vyre::vulkan
