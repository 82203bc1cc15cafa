#include "base/memory/callback_resource.h"

#include <new>

namespace vyre {

void* CallbackResource::do_allocate(size_t size, size_t alignment) {
  void* ptr = callbacks_.allocate(callbacks_.user, size, alignment);
  if (ptr == nullptr) throw std::bad_alloc();
  return ptr;
}

void CallbackResource::do_deallocate(void* ptr, size_t size, size_t alignment) {
  callbacks_.free(callbacks_.user, ptr, size, alignment);
}

bool CallbackResource::do_is_equal(const std::pmr::memory_resource& other) const noexcept {
  return this == &other;
}

}  // namespace vyre
