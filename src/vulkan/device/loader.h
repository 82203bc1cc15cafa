#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "base/status/status.h"
#include "vulkan/device/function_tables.h"

namespace vyre::vulkan {

// The system's Vulkan loader, found at run time and kept open as long as this lives.
class Loader {
 public:
  static Result<std::unique_ptr<Loader>> open(const std::string& library);
  ~Loader();
  Loader(const Loader&) = delete;
  Loader& operator=(const Loader&) = delete;

  PFN_vkGetInstanceProcAddr get_address = nullptr;
  // Functions that need no instance.
  PFN_vkCreateInstance vkCreateInstance = nullptr;
  PFN_vkEnumerateInstanceVersion vkEnumerateInstanceVersion = nullptr;
  PFN_vkEnumerateInstanceLayerProperties vkEnumerateInstanceLayerProperties = nullptr;
  PFN_vkEnumerateInstanceExtensionProperties vkEnumerateInstanceExtensionProperties = nullptr;

 private:
  explicit Loader(void* library) : library_(library) {}
  Status find_functions(const std::string& library);

  void* library_;  // owned
};

// The loader walks a list of all devices of the process while other threads, with whatever
// instance, add to it and remove from it (its issue 2018). This is held around calls that do
// either: making and destroying devices and instances, vkGetDeviceProcAddr,
// vkSetDebugUtilsObjectNameEXT. A message of such a call may make the host's callback make another.
class LoaderLock {
 public:
  LoaderLock() : lock_(mutex()) {}

 private:
  static std::recursive_mutex& mutex();

  const std::lock_guard<std::recursive_mutex> lock_;
};

// Drivers of the process stay loaded to its end. Loaders unload them with the last instance, and
// some cannot come back often: NVIDIA's takes thread-local storage that the C library gives once,
// so that its 31st time fails, and with it every instance from there on. Thread-safe.
void keep_drivers_loaded();

// The error of a loader that is too old.
Status missing_function(std::string_view loader, std::string_view name);

// Fills |table| with the functions of |instance|. Gives the name of a required one that is missing;
// empty: all are there.
std::string_view load_instance_table(PFN_vkGetInstanceProcAddr get_address, VkInstance instance,
                                     InstanceTable& table);

}  // namespace vyre::vulkan
