#include "vulkan/device/keep_drivers.h"

#include <dlfcn.h>
#include <link.h>

#include <cstring>
#include <vector>

namespace vyre::vulkan {
namespace {

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

void keep_drivers_loaded() { Libraries().each(keep_if_driver); }

}  // namespace vyre::vulkan
