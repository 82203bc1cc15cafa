#include "heap.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "strike.h"

namespace {

// In front of each block, so that it is known later who has taken it.
struct alignas(std::max_align_t) Head {
  void* start;
  bool is_ours;
};

constinit std::atomic<int64_t> live = 0;

void* take(std::size_t size, std::size_t alignment, void* caller) {
  const bool ours = vyre::faults::is_ours(caller);
  if (ours && vyre::faults::strikes(vyre::faults::Kind::kMemory, 0, caller)) return nullptr;
  const std::size_t before = sizeof(Head) > alignment ? sizeof(Head) : alignment;
  const std::size_t rounded = (size + before + alignment - 1) / alignment * alignment;
  char* const start = static_cast<char*>(std::aligned_alloc(alignment, rounded));
  if (start == nullptr) return nullptr;
  Head* const head = reinterpret_cast<Head*>(start + before) - 1;
  *head = {start, ours};
  if (ours) live.fetch_add(1, std::memory_order_relaxed);
  return start + before;
}

void* take_or_throw(std::size_t size, std::size_t alignment, void* caller) {
  void* const block = take(size, alignment, caller);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

void give_back(void* block) {
  if (block == nullptr) return;
  const Head* const head = static_cast<Head*>(block) - 1;
  if (head->is_ours) live.fetch_sub(1, std::memory_order_relaxed);
  std::free(head->start);
}

constexpr std::size_t kUsual = alignof(std::max_align_t);

}  // namespace

#define CALLER __builtin_return_address(0)
void* operator new(std::size_t size) { return take_or_throw(size, kUsual, CALLER); }
void* operator new[](std::size_t size) { return take_or_throw(size, kUsual, CALLER); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return take_or_throw(size, static_cast<std::size_t>(alignment), CALLER);
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return take_or_throw(size, static_cast<std::size_t>(alignment), CALLER);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return take(size, kUsual, CALLER);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return take(size, kUsual, CALLER);
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

namespace vyre::faults {

int64_t live_blocks() { return live.load(std::memory_order_relaxed); }

void HostMemory::give_to(vyre_context_desc& desc) {
  desc.allocate_user = this;
  desc.allocate = [](void* user, size_t size, size_t alignment) -> void* {
    if (strikes(Kind::kMemory, 0, CALLER)) return nullptr;
    const size_t usual = alignment < kUsual ? kUsual : alignment;
    void* const block = std::aligned_alloc(usual, (size + usual - 1) / usual * usual);
    static_cast<HostMemory*>(user)->live += block != nullptr ? 1 : 0;
    return block;
  };
  desc.deallocate = [](void* user, void* block, size_t, size_t) {
    static_cast<HostMemory*>(user)->live -= block != nullptr ? 1 : 0;
    std::free(block);
  };
  desc.allocate_destroy = [](void* user) { --static_cast<HostMemory*>(user)->owners; };
}

}  // namespace vyre::faults
