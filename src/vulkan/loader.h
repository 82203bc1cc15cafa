#pragma once

#include <memory>
#include <string>

#include "base/status.h"
#include "vulkan/tables.h"

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

// The functions of |instance|; fails when a required one is missing.
Result<InstanceTable> load_instance_table(const Loader& loader, VkInstance instance);

}  // namespace vyre::vulkan
