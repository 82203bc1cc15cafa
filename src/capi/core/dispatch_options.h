#pragma once

#include "base/status/status.h"
#include "runtime/dispatch/dispatch.h"
#include "vyre_driver.h"

namespace vyre::capi {

// How |pipeline| is to run, into |options|, which are the defaults. |desc| may be null.
Status read_dispatch_options(const vyre_dispatch_desc* desc, const runtime::Pipeline& pipeline,
                             runtime::DispatchOptions& options);

// The same for work that is recorded: a time-out, sync points and TIMED belong to who runs it.
Status read_recorded_options(const vyre_dispatch_desc* desc, const runtime::Pipeline& pipeline,
                             runtime::DispatchOptions& options);

// The buffer that has the grid; null: |given|, a struct that is called |name|, has none. Refuses
// several things that say how large the dispatch is.
struct GivenLaunch {
  bool has_shape;
  bool has_grid;
  const vyre_buffer* buffer;
  uint64_t offset;
};
Result<runtime::Buffer*> one_launch(const GivenLaunch& given, std::string_view name);

// Adds push constants, the later above the earlier. |ranges| may be null when there are none.
Status add_push_ranges(const vyre_push_range* ranges, size_t count,
                       std::vector<runtime::PushRange>& all);

// A time in the caller's struct.
inline uint64_t known(const std::optional<uint64_t>& ns) { return ns.value_or(VYRE_UNKNOWN); }

// Puts a report into the caller's struct.
Status write_result(vyre_dispatch_result* out_result, const runtime::DispatchReport& report);

}  // namespace vyre::capi
