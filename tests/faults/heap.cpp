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

void give_back(void* block) {
  if (block == nullptr) return;
  const Head* const head = static_cast<Head*>(block) - 1;
  if (head->is_ours) live.fetch_sub(1, std::memory_order_relaxed);
  std::free(head->start);
}

}  // namespace

#include "support/heap_operators.h"

namespace vyre::faults {

int64_t live_blocks() { return live.load(std::memory_order_relaxed); }

void HostMemory::give_to(vyre_context_desc& desc) {
  desc.allocate_user = this;
  desc.allocate = [](void* user, size_t size, size_t alignment) -> void* {
    if (strikes(Kind::kMemory, 0, VYRE_CALLER)) return nullptr;
    const size_t usual = alignment < kUsualAlignment ? kUsualAlignment : alignment;
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
