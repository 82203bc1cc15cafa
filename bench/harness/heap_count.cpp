#include "heap_count.h"

#include <malloc.h>

#include <atomic>
#include <cerrno>
#include <cstddef>

// The C library's own names of what stands behind ours (glibc).
extern "C" {
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* block, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
void __libc_free(void* block);
}

namespace {

constexpr size_t kPage = 4096;

std::atomic<int64_t> live{0}, allocations{0};

void* counted(void* block) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  live.fetch_add(static_cast<int64_t>(malloc_usable_size(block)), std::memory_order_relaxed);
  return block;
}

void forget(void* block) {
  live.fetch_sub(static_cast<int64_t>(malloc_usable_size(block)), std::memory_order_relaxed);
}

}  // namespace

// Libraries are to find these too.
#pragma GCC visibility push(default)
extern "C" {

void* malloc(size_t size) noexcept { return counted(__libc_malloc(size)); }

void* calloc(size_t count, size_t size) noexcept { return counted(__libc_calloc(count, size)); }

void* realloc(void* block, size_t size) noexcept {
  const size_t before = malloc_usable_size(block);
  void* const moved = __libc_realloc(block, size);
  if (moved == nullptr && size != 0) return nullptr;  // |block| is as it was
  live.fetch_sub(static_cast<int64_t>(before), std::memory_order_relaxed);
  return counted(moved);
}

void* memalign(size_t alignment, size_t size) noexcept {
  return counted(__libc_memalign(alignment, size));
}

void* aligned_alloc(size_t alignment, size_t size) noexcept {
  return counted(__libc_memalign(alignment, size));
}

int posix_memalign(void** out, size_t alignment, size_t size) noexcept {
  void* const block = __libc_memalign(alignment, size);
  if (block == nullptr) return ENOMEM;
  *out = counted(block);
  return 0;
}

void* valloc(size_t size) noexcept { return memalign(kPage, size); }

void* pvalloc(size_t size) noexcept { return memalign(kPage, (size + kPage - 1) / kPage * kPage); }

void free(void* block) noexcept {
  forget(block);
  __libc_free(block);
}

}  // extern "C"
#pragma GCC visibility pop

namespace bench {

int64_t live_heap_bytes() { return live.load(std::memory_order_relaxed); }

int64_t heap_allocations() { return allocations.load(std::memory_order_relaxed); }

}  // namespace bench
