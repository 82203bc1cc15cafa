#pragma once

#include <cstddef>
#include <span>

#include "backend/device.h"
#include "runtime/work/work.h"

namespace vyre::runtime {

// The lowest index of |works| that has ended, failed ones too; their number when none has by
// |deadline|. Null ones are skipped, but not all are null. They may be of several devices.
size_t wait_any(std::span<Work* const> works, backend::Deadline deadline);

// Waits until all have ended, or |deadline|; how many have.
size_t wait_all(std::span<Work* const> works, backend::Deadline deadline);

}  // namespace vyre::runtime
