#include "vulkan/loader.h"

#include <dlfcn.h>

namespace vyre::vulkan {
namespace {

template <typename Function>
bool find(const Loader& loader, VkInstance instance, const char* name, Function& function) {
  function = reinterpret_cast<Function>(loader.get_address(instance, name));
  return function != nullptr;
}

Status missing_function(std::string_view where, std::string_view name) {
  return fail(Code::kNotFound, "the Vulkan loader '", where, "' has no function ", name,
              ". Fix: install a Vulkan loader of version 1.2 or newer (Debian: libvulkan1)");
}

}  // namespace

Result<std::unique_ptr<Loader>> Loader::open(const std::string& library) {
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* reason = dlerror();
    return fail(Code::kNotFound, "the Vulkan loader '", library,
                "' cannot be opened: ", reason != nullptr ? reason : "no reason given",
                ". Fix: install the Vulkan loader (Debian: libvulkan1) and a driver for the device "
                "(Debian: mesa-vulkan-drivers, or the vendor's)");
  }
  std::unique_ptr<Loader> loader(new Loader(handle));
  VYRE_RETURN_IF_ERROR(loader->find_functions(library));
  return loader;
}

Loader::~Loader() { dlclose(library_); }

Status Loader::find_functions(const std::string& library) {
  get_address =
      reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library_, "vkGetInstanceProcAddr"));
  if (get_address == nullptr) return missing_function(library, "vkGetInstanceProcAddr");
#define VYRE_FIND(name) \
  if (!find(*this, VK_NULL_HANDLE, #name, name)) return missing_function(library, #name)
  VYRE_FIND(vkCreateInstance);
  VYRE_FIND(vkEnumerateInstanceVersion);
  VYRE_FIND(vkEnumerateInstanceLayerProperties);
  VYRE_FIND(vkEnumerateInstanceExtensionProperties);
#undef VYRE_FIND
  return {};
}

Result<InstanceTable> load_instance_table(const Loader& loader, VkInstance instance) {
  InstanceTable table;
#define VYRE_FIND(name) \
  if (!find(loader, instance, #name, table.name)) return missing_function("of this process", #name);
  VYRE_INSTANCE_FUNCTIONS(VYRE_FIND)
#undef VYRE_FIND
  find(loader, instance, "vkCreateDebugUtilsMessengerEXT", table.vkCreateDebugUtilsMessengerEXT);
  find(loader, instance, "vkDestroyDebugUtilsMessengerEXT", table.vkDestroyDebugUtilsMessengerEXT);
  find(loader, instance, "vkSetDebugUtilsObjectNameEXT", table.vkSetDebugUtilsObjectNameEXT);
  return table;
}

}  // namespace vyre::vulkan
