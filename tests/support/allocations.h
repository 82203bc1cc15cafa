#pragma once

#include <cstdint>
#include <new>

// This test program counts what it takes from the C++ heap, and can make it end.
namespace vyre::test {

// Blocks that are taken and not given back.
int64_t live_blocks();

// How often this thread has taken one.
uint64_t allocations();

// Lets |successes| allocations of this thread work and fails all after them, until the end of its
// life.
class FailingAllocations {
 public:
  explicit FailingAllocations(uint64_t successes);
  ~FailingAllocations();
  FailingAllocations(const FailingAllocations&) = delete;
  FailingAllocations& operator=(const FailingAllocations&) = delete;
};

// Calls |attempt| with ever more allocations that work until it no longer throws std::bad_alloc;
// |check| runs after each failure. How often it failed.
template <typename Attempt, typename Check>
uint64_t fail_each_allocation(Attempt attempt, Check check) {
  for (uint64_t successes = 0;; ++successes) {
    try {
      const FailingAllocations failing(successes);
      attempt();
      return successes;
    } catch (const std::bad_alloc&) {
    }
    check();
  }
}

}  // namespace vyre::test
