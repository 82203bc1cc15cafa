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

void* take(std::size_t size, std::size_t alignment, void*) {
  if (successes_left != kUnlimited && successes_left-- == 0) {
    successes_left = 0;
    return nullptr;
  }
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  void* const block = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
  if (block == nullptr) return nullptr;
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

#include "heap_operators.h"

namespace vyre::test {

uint64_t allocations() { return taken; }

int64_t live_blocks() { return live.load(std::memory_order_relaxed); }

FailingAllocations::FailingAllocations(uint64_t successes) { successes_left = successes; }
FailingAllocations::~FailingAllocations() { successes_left = kUnlimited; }

}  // namespace vyre::test
