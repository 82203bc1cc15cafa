#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/status/status.h"
#include "grid_sync/split.h"
#include "launch/geometry.h"
#include "runtime/binding/resolve.h"
#include "runtime/dispatch/options.h"
#include "runtime/pipeline/pipeline.h"

namespace vyre::runtime {

// What one dispatch would do.
struct DispatchPlan {
  std::vector<OutputRange> outputs;  // by slot
  launch::Axes grid = {1, 1, 1};
  launch::Axes workgroup_size = {1, 1, 1};
  std::optional<grid_sync::Report> cut;  // of a program with grid barriers
  std::optional<ErrorInfo> refusal;      // why such a program has none
};

// Plans a dispatch with these bindings. A buffer with a declared count needs no binding, one
// without counts 0 bytes then; host memory is not looked at. The cut is told whether the device
// needs it or not. Nothing runs and nothing is compiled.
Result<DispatchPlan> plan_dispatch(Pipeline& pipeline, std::span<const Binding> bindings,
                                   const DispatchOptions& options);

}  // namespace vyre::runtime
