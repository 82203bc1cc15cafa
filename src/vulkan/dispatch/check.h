#pragma once

#include "backend/device.h"
#include "vulkan/context/open_device.h"
#include "vulkan/kernel/kernel.h"

namespace vyre::vulkan {

// Whether |dispatch| can run as it is: grid, sizes, limits, ownership, overlaps. Every refusal
// names the thing and the numbers.
Status check_dispatch(const OpenDevice& opened, const backend::Dispatch& dispatch);

}  // namespace vyre::vulkan
