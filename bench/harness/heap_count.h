#pragma once

#include <cstdint>

namespace bench {

// Bytes of the heap that are live now, of every library in the process: this program's malloc and
// its kin stand before the C library's, so the Vulkan driver's memory counts too. What a library
// maps by itself, such as the code that a driver compiles, does not.
int64_t live_heap_bytes();
// How often memory was asked for, moved blocks included.
int64_t heap_allocations();

}  // namespace bench
