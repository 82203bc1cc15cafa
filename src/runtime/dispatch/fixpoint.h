#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "backend/device.h"
#include "base/status/status.h"
#include "runtime/pipeline/pipeline.h"

namespace vyre::runtime {

struct FixpointOptions {
  uint32_t max_passes = 1;
  backend::Deadline deadline = backend::Deadline::max();  // of all passes together
  std::function<Status()> too_late;                       // the error after it
};

struct FixpointReport {
  uint32_t passes = 0;     // submitted
  backend::Timing timing;  // of the device: the passes alone
};

// Runs a program pass after pass on the same memory until one has changed no byte of what the
// program may write. What is written is copied and compared on the device; the host sees a word
// for each buffer and at most three bytes at its end. The last pass of all that are allowed is not
// compared with the one before.
// |uses| are those of |pass|: what the host supplies gets memory on the device there. |report| also
// says what was done before a failure.
Status run_to_fixpoint(const Pipeline& pipeline, std::span<backend::BufferUse> uses,
                       const backend::Dispatch& pass, const FixpointOptions& options,
                       FixpointReport& report);

}  // namespace vyre::runtime
