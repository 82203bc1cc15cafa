#include "vulkan_functions.h"

#include <dlfcn.h>

#include <string>

#include "give_up.h"

namespace bench::vk {

#define BENCH_DEFINE(name) PFN_##name name;
BENCH_VULKAN_FUNCTIONS(BENCH_DEFINE)
#undef BENCH_DEFINE

namespace {

template <class Function>
void resolve(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function) return;
  cannot_run(std::string("the Vulkan loader has no ") + name +
             ". Fix: install a Vulkan 1.2 loader");
}

}  // namespace

void load() {
  void* library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) cannot_run("no libvulkan.so.1. Fix: install the Vulkan loader");
#define BENCH_RESOLVE(name) resolve(library, #name, name);
  BENCH_VULKAN_FUNCTIONS(BENCH_RESOLVE)
#undef BENCH_RESOLVE
}

}  // namespace bench::vk
