#include "functions.h"

#include <dlfcn.h>

#include "harness/report.h"

namespace bench::cu {

#define BENCH_DEFINE(name, arguments) int(*name) arguments;
BENCH_CUDA_FUNCTIONS(BENCH_DEFINE)
#undef BENCH_DEFINE

namespace {

template <class Function>
bool resolve(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

std::string name_of(int result) {
  const char* name = nullptr;
  cuGetErrorName(result, &name);
  return name != nullptr ? name : std::to_string(result);
}

}  // namespace

std::string load() {
  void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return "no libcuda.so.1. Fix: run on a machine with an NVIDIA driver";
#define BENCH_RESOLVE(name, arguments) \
  if (!resolve(library, #name, name)) return "libcuda.so.1 has no " #name;
  BENCH_CUDA_FUNCTIONS(BENCH_RESOLVE)
#undef BENCH_RESOLVE
  const int result = cuInit(0);
  return result == kSuccess ? "" : "CUDA does not start: " + name_of(result);
}

void check(int result, const char* what) {
  if (result != kSuccess) give_up(std::string(what) + " failed: " + name_of(result));
}

}  // namespace bench::cu
