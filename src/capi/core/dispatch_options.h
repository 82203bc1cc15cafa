#pragma once

#include "base/status/status.h"
#include "runtime/dispatch/dispatch.h"
#include "vyre_driver.h"

namespace vyre::capi {

// How |pipeline| is to run. |desc| may be null.
Result<runtime::DispatchOptions> dispatch_options(const vyre_dispatch_desc* desc,
                                                  const runtime::Pipeline& pipeline);

// The same for work that is recorded: a time-out, sync points and TIMED belong to who runs it.
Result<runtime::DispatchOptions> recorded_options(const vyre_dispatch_desc* desc,
                                                  const runtime::Pipeline& pipeline);

// Push constants, the later above the earlier. |ranges| may be null when there are none.
Result<std::vector<runtime::PushRange>> push_ranges(const vyre_push_range* ranges, size_t count);

// A time in the caller's struct.
inline uint64_t known(const std::optional<uint64_t>& ns) { return ns.value_or(VYRE_UNKNOWN); }

// Puts a report into the caller's struct.
Status write_result(vyre_dispatch_result* out_result, const runtime::DispatchReport& report);

}  // namespace vyre::capi
