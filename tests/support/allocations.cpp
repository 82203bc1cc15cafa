#include "allocations.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

constexpr uint64_t kUnlimited = UINT64_MAX;

constinit std::atomic<int64_t> live = 0;
constinit thread_local uint64_t successes_left = kUnlimited;
constinit thread_local uint64_t taken = 0;

void* take(std::size_t size, std::size_t alignment) {
  if (successes_left != kUnlimited && successes_left-- == 0) {
    successes_left = 0;
    throw std::bad_alloc();
  }
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  void* const block = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
  if (block == nullptr) throw std::bad_alloc();
  ++taken;
  live.fetch_add(1, std::memory_order_relaxed);
  return block;
}

void give_back(void* block) {
  if (block == nullptr) return;
  live.fetch_sub(1, std::memory_order_relaxed);
  std::free(block);
}

}  // namespace

// All forms: a sanitizer has its own of those that are left out, which do not go together with
// ours.
void* operator new(std::size_t size) { return take(size, alignof(std::max_align_t)); }
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return take(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return operator new(size, alignment);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return operator new(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return operator new(size, std::nothrow);
}
void operator delete(void* block) noexcept { give_back(block); }
void operator delete[](void* block) noexcept { give_back(block); }
void operator delete(void* block, std::size_t) noexcept { give_back(block); }
void operator delete[](void* block, std::size_t) noexcept { give_back(block); }
void operator delete(void* block, std::align_val_t) noexcept { give_back(block); }
void operator delete[](void* block, std::align_val_t) noexcept { give_back(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { give_back(block); }
void operator delete[](void* block, std::size_t, std::align_val_t) noexcept { give_back(block); }
void operator delete(void* block, const std::nothrow_t&) noexcept { give_back(block); }
void operator delete[](void* block, const std::nothrow_t&) noexcept { give_back(block); }

namespace vyre::test {

uint64_t allocations() { return taken; }

int64_t live_blocks() { return live.load(std::memory_order_relaxed); }

FailingAllocations::FailingAllocations(uint64_t successes) { successes_left = successes; }
FailingAllocations::~FailingAllocations() { successes_left = kUnlimited; }

}  // namespace vyre::test
