#pragma once

#include <cstddef>
#include <memory_resource>
#include <new>

namespace vyre {

// A host's allocator, as it comes through the C interface.
struct AllocationCallbacks {
  void* (*allocate)(void* user, size_t size, size_t alignment) = nullptr;  // null when exhausted
  void (*free)(void* user, void* ptr, size_t size, size_t alignment) = nullptr;
  void* user = nullptr;
};

// The standard library's view of a host's allocator. A null answer becomes std::bad_alloc. Must
// outlive every container and program that was made with it.
class CallbackResource final : public std::pmr::memory_resource {
 public:
  explicit CallbackResource(const AllocationCallbacks& callbacks) : callbacks_(callbacks) {}

 private:
  void* do_allocate(size_t size, size_t alignment) override {
    void* ptr = callbacks_.allocate(callbacks_.user, size, alignment);
    if (ptr == nullptr) throw std::bad_alloc();
    return ptr;
  }

  void do_deallocate(void* ptr, size_t size, size_t alignment) override {
    callbacks_.free(callbacks_.user, ptr, size, alignment);
  }

  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }

  const AllocationCallbacks callbacks_;
};

}  // namespace vyre
