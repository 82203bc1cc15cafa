#pragma once

#include <cstdint>
#include <vector>

// Where the library can be made to fail: what it takes from the heap or from the host, and what it
// calls of Vulkan. A site is a distinct call stack inside the library.
namespace vyre::faults {

enum class Kind : uint8_t { kNone, kMemory, kVulkan };

// A call of |function| (0: memory) from one call stack.
struct Site {
  uint64_t stack = 0;
  uint32_t function = 0;
  friend bool operator==(const Site&, const Site&) = default;
};

// What is to fail. By site its first call fails, else call number |nth|.
struct Fault {
  Kind kind = Kind::kNone;
  Site site = {};
  uint64_t nth = 0;  // from 1; 0: by site
  bool from_then_on = false;
  bool is_recorded = false;  // nothing fails; each site that is met is noted
  int32_t result = 0;        // of a Vulkan function
};

// Whether this call is to fail.
bool strikes(Kind kind, uint32_t function, void* caller) noexcept;

// Whether |caller| is code of the library, or of the C++ library on its behalf.
bool is_ours(void* caller) noexcept;

void arm(const Fault& fault);
void disarm();
bool has_struck();
int32_t result();  // of the fault that is armed

// Since it was armed:
uint64_t calls();
const std::vector<Site>& sites();

// Before the first of these: learns where the library lies.
void set_up();

}  // namespace vyre::faults
