#pragma once

#include <atomic>
#include <cstdint>

#include "vyre_driver.h"

// The C++ heap of this program, and an allocator of a host: both fail where strike.h says.
namespace vyre::faults {

// Blocks that the library has taken from the heap and not given back.
int64_t live_blocks();

// A host's allocator. Counts what is taken, and who has it.
struct HostMemory {
  void give_to(vyre_context_desc& desc);
  std::atomic<int64_t> live = 0;
  std::atomic<int> owners = 0;  // contexts that were given it and have not let go
};

}  // namespace vyre::faults
