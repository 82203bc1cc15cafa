#include "vulkan/device/vk_error.h"

namespace vyre::vulkan {
namespace {

struct ResultText {
  VkResult result;
  std::string_view name;
  std::string_view fix;
};

constexpr std::string_view kUpdateDriver =
    "update the device's driver; if it stays, report it with this text";

#define VYRE_RESULT(name, fix) \
  { name, #name, fix }
constexpr ResultText kResultTexts[] = {
    VYRE_RESULT(VK_ERROR_OUT_OF_HOST_MEMORY, "free host memory and try again"),
    VYRE_RESULT(VK_ERROR_OUT_OF_DEVICE_MEMORY, "free buffers of this device or use smaller ones"),
    VYRE_RESULT(VK_ERROR_INITIALIZATION_FAILED,
                "check that the device's driver works (vulkaninfo --summary)"),
    VYRE_RESULT(VK_ERROR_DEVICE_LOST,
                "vyre_device_recover, or destroy the device and open it again; a program that "
                "runs for seconds must be split"),
    VYRE_RESULT(VK_ERROR_MEMORY_MAP_FAILED, "free host address space"),
    VYRE_RESULT(
        VK_ERROR_LAYER_NOT_PRESENT,
        "install the validation layer (Debian: vulkan-validationlayers) or do not ask for it"),
    VYRE_RESULT(VK_ERROR_EXTENSION_NOT_PRESENT, kUpdateDriver),
    VYRE_RESULT(VK_ERROR_FEATURE_NOT_PRESENT, kUpdateDriver),
    VYRE_RESULT(VK_ERROR_INCOMPATIBLE_DRIVER,
                "install a driver for the device (Debian: mesa-vulkan-drivers, or the vendor's)"),
    VYRE_RESULT(VK_ERROR_TOO_MANY_OBJECTS, "destroy pipelines or buffers that are not used"),
    VYRE_RESULT(VK_ERROR_FRAGMENTED_POOL, "destroy unused buffers"),
    VYRE_RESULT(VK_ERROR_OUT_OF_POOL_MEMORY, "destroy unused buffers"),
    VYRE_RESULT(VK_ERROR_UNKNOWN, kUpdateDriver),
};
#undef VYRE_RESULT

ResultText explain(VkResult result) {
  for (const ResultText& text : kResultTexts) {
    if (text.result == result) return text;
  }
  return {result, "", kUpdateDriver};
}

Code code_of(VkResult result, Code otherwise) {
  switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_MEMORY_MAP_FAILED:
      return Code::kOutOfHostMemory;
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
    case VK_ERROR_TOO_MANY_OBJECTS:
    case VK_ERROR_FRAGMENTED_POOL:
    case VK_ERROR_OUT_OF_POOL_MEMORY:
      return Code::kDeviceOutOfMemory;
    case VK_ERROR_DEVICE_LOST:
      return Code::kDeviceLost;
    default:
      return otherwise;
  }
}

}  // namespace

std::string result_name(VkResult result) {
  const std::string_view name = explain(result).name;
  return name.empty() ? concat("VkResult ", static_cast<int>(result)) : std::string(name);
}

Status vk_error(VkResult result, std::string_view call, Code code) {
  Status status = fail(code_of(result, code), call, " failed with ", result_name(result),
                       ". Fix: ", explain(result).fix);
  status.info().native_code = result;
  return status;
}

}  // namespace vyre::vulkan
