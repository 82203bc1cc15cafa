#include "vulkan/device/messages.h"

namespace vyre::vulkan {
namespace {

LogLevel level_of(VkDebugUtilsMessageSeverityFlagBitsEXT severity) {
  if (severity >= VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT) return LogLevel::kError;
  if (severity >= VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT) return LogLevel::kWarning;
  if (severity >= VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT) return LogLevel::kInfo;
  return LogLevel::kDebug;
}

VKAPI_ATTR VkBool32 VKAPI_CALL receive(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                       VkDebugUtilsMessageTypeFlagsEXT types,
                                       const VkDebugUtilsMessengerCallbackDataEXT* data,
                                       void* user_data) {
  static_cast<Messages*>(user_data)->report(severity, types, data->pMessage);
  return VK_FALSE;
}

}  // namespace

VkDebugUtilsMessengerCreateInfoEXT Messages::create_info() {
  VkDebugUtilsMessengerCreateInfoEXT info{};
  info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  info.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                         VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT |
                     VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                     VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
  info.pfnUserCallback = receive;
  info.pUserData = this;
  return info;
}

void Messages::report(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                      VkDebugUtilsMessageTypeFlagsEXT types, const char* text) {
  const LogLevel level = level_of(severity);
  const bool validation = (types & VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT) != 0;
  if (validation && level == LogLevel::kError) errors_.fetch_add(1, std::memory_order_relaxed);
  log(level, text != nullptr ? text : "");
}

}  // namespace vyre::vulkan
