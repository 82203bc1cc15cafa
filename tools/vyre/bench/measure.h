#pragma once

#include <functional>
#include <optional>

#include "launch.h"
#include "spread.h"

namespace tool {

struct Measured {
  Spread host;                   // from call to call
  std::optional<Spread> device;  // none: the backend does not measure it
  double per_second = 0;         // dispatches, over the whole of the measured time
  uint32_t grid[3] = {0, 0, 0};
  uint32_t workgroup[3] = {0, 0, 0};
};

// Runs |launch| as |options| say and calls |step| after each dispatch. The device's time is taken
// in runs of their own, because asking for it makes a dispatch longer.
Result<Measured> measure(BenchLaunch& launch, const BenchOptions& options,
                         const std::function<void()>& step);

}  // namespace tool
