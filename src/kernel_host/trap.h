#pragma once

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
};
inline constexpr uint64_t kTrapBytes = sizeof(TrapWords);

// The failure of a dispatch whose kernel trapped at |site|, or whose grid in memory did.
Status trapped(const TrapWords& words, const spirv::TrapSite& site);

}  // namespace vyre::kernel_host
