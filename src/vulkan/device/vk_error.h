#pragma once

#include <string>
#include <string_view>

#include "base/status/status.h"
#include "vulkan/device/function_tables.h"

namespace vyre::vulkan {

// "VK_ERROR_DEVICE_LOST", or the number of a result that has no name here.
std::string result_name(VkResult result);

// The error of a failed Vulkan call. Lost devices and exhausted memory have their own codes,
// everything else gets |code|: a driver that fails is no mistake of ours. |call| is the function's
// name.
Status vk_error(VkResult result, std::string_view call, Code code = Code::kUnknown);

}  // namespace vyre::vulkan
