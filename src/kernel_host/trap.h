#pragma once

#include <array>
#include <cstdint>

#include "base/status/status.h"
#include "spirv/module/module.h"

namespace vyre::kernel_host {

// What the first invocation that trapped has left in the kernel's trap buffer; zeroes: none has.
struct TrapWords {
  uint32_t kind = 0;  // spirv::TrapKind
  uint32_t site = 0;
  uint32_t value = 0;
  uint32_t segment_number = 0;
  std::array<uint32_t, 3> invocation = {0, 0, 0};  // in the whole grid
};
inline constexpr uint64_t kTrapBytes = sizeof(TrapWords);
static_assert(kTrapBytes == spirv::kTrapWords * sizeof(uint32_t));

// The failure of a dispatch whose kernel trapped at |site|, or whose grid in memory did.
Status trapped(const TrapWords& words, const spirv::TrapSite& site);

}  // namespace vyre::kernel_host
