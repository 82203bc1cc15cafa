#pragma once

#include <atomic>
#include <cstdint>

#include "base/status/log.h"
#include "vulkan/device/function_tables.h"

namespace vyre::vulkan {

// Receives what the validation layer, the loader and the drivers say: passes it on to the log and
// counts the validation errors. Must stay where it is while a messenger points to it.
class Messages {
 public:
  explicit Messages(LogSink log) : log_(std::move(log)) {}

  // For the messenger itself, and for VkInstanceCreateInfo::pNext to hear the instance's creation.
  VkDebugUtilsMessengerCreateInfoEXT create_info();

  void report(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
              VkDebugUtilsMessageTypeFlagsEXT types, const char* text);
  void log(LogLevel level, std::string_view text) const {
    if (log_) log_(level, text);
  }
  uint64_t errors() const { return errors_.load(std::memory_order_relaxed); }

 private:
  LogSink log_;
  std::atomic<uint64_t> errors_ = 0;
};

}  // namespace vyre::vulkan
