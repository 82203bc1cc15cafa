#include "vulkan_functions.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

namespace bench::vk {

#define BENCH_DEFINE(name) PFN_##name name;
BENCH_VULKAN_FUNCTIONS(BENCH_DEFINE)
#undef BENCH_DEFINE

namespace {

template <class Function>
void resolve(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function) return;
  std::fprintf(stderr, "bench: the Vulkan loader has no %s. Fix: install a Vulkan 1.1 loader.\n",
               name);
  std::exit(1);
}

}  // namespace

void load() {
  void* library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    std::fprintf(stderr, "bench: no libvulkan.so.1. Fix: install the Vulkan loader.\n");
    std::exit(1);
  }
#define BENCH_RESOLVE(name) resolve(library, #name, name);
  BENCH_VULKAN_FUNCTIONS(BENCH_RESOLVE)
#undef BENCH_RESOLVE
}

}  // namespace bench::vk
