#include "vulkan/device/loader.h"

#include <dlfcn.h>
#include <link.h>

#include <cstring>
#include <vector>

namespace vyre::vulkan {
namespace {

template <typename Function>
bool find(PFN_vkGetInstanceProcAddr get_address, VkInstance instance, const char* name,
          Function& function) {
  function = reinterpret_cast<Function>(get_address(instance, name));
  return function != nullptr;
}

constexpr size_t kMaxBytes = size_t{64} << 10;  // of all paths; what is beyond is not kept

// The paths of the process's libraries, one after the other.
class Libraries {
 public:
  Libraries() : paths_(kMaxBytes) {
    dl_iterate_phdr(
        [](dl_phdr_info* library, size_t, void* self) {
          static_cast<Libraries*>(self)->add(library->dlpi_name);
          return 0;
        },
        this);
  }

  template <typename Visit>
  void each(const Visit& visit) const {
    for (const char* path = paths_.data(); path != paths_.data() + used_;) {
      visit(path);
      path += std::strlen(path) + 1;
    }
  }

 private:
  // The walk's lock is held: nothing that can throw.
  void add(const char* path) noexcept {
    const size_t size = path == nullptr ? 0 : std::strlen(path) + 1;
    if (size <= 1 || size > paths_.size() - used_) return;
    std::memcpy(paths_.data() + used_, path, size);
    used_ += size;
  }

  std::vector<char> paths_;
  size_t used_ = 0;
};

bool is_driver(void* library) { return dlsym(library, "vk_icdGetInstanceProcAddr") != nullptr; }

// What is held of a driver is never given back.
void keep_if_driver(const char* path) {
  void* library = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
  if (library != nullptr && !is_driver(library)) dlclose(library);
}

}  // namespace

Status missing_function(std::string_view loader, std::string_view name) {
  return fail(Code::kNotFound, "the Vulkan loader '", loader, "' has no function ", name,
              ". Fix: install a Vulkan loader of version 1.2 or newer (Debian: libvulkan1)");
}

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

std::recursive_mutex& LoaderLock::mutex() {
  static std::recursive_mutex of_the_process;
  return of_the_process;
}

Status Loader::find_functions(const std::string& library) {
  get_address =
      reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library_, "vkGetInstanceProcAddr"));
  if (get_address == nullptr) return missing_function(library, "vkGetInstanceProcAddr");
#define VYRE_FIND(name) \
  if (!find(get_address, VK_NULL_HANDLE, #name, name)) return missing_function(library, #name)
  VYRE_FIND(vkCreateInstance);
  VYRE_FIND(vkEnumerateInstanceVersion);
  VYRE_FIND(vkEnumerateInstanceLayerProperties);
  VYRE_FIND(vkEnumerateInstanceExtensionProperties);
#undef VYRE_FIND
  return {};
}

std::string_view load_instance_table(PFN_vkGetInstanceProcAddr get_address, VkInstance instance,
                                     InstanceTable& table) {
  std::string_view missing;
#define VYRE_FIND(name) \
  if (!find(get_address, instance, #name, table.name)) missing = #name;
  VYRE_INSTANCE_FUNCTIONS(VYRE_FIND)
#undef VYRE_FIND
#define VYRE_FIND(name) find(get_address, instance, #name, table.name);
  VYRE_OPTIONAL_INSTANCE_FUNCTIONS(VYRE_FIND)
#undef VYRE_FIND
  auto& domains = table.vkGetPhysicalDeviceCalibrateableTimeDomainsEXT;
  if (domains == nullptr) {
    find(get_address, instance, "vkGetPhysicalDeviceCalibrateableTimeDomainsKHR", domains);
  }
  return missing;
}

void keep_drivers_loaded() { Libraries().each(keep_if_driver); }

}  // namespace vyre::vulkan
