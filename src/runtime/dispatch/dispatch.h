#pragma once

#include <memory>
#include <span>

#include "backend/device.h"
#include "base/status/status.h"
#include "launch/geometry.h"
#include "runtime/binding/resolve.h"
#include "runtime/dispatch/options.h"
#include "runtime/pipeline/pipeline.h"
#include "runtime/work/work.h"

namespace vyre::runtime {

// Runs the pipeline and writes its outputs to the caller's memory. Blocks.
Result<DispatchReport> dispatch(const std::shared_ptr<Pipeline>& pipeline,
                                std::span<const Binding> bindings, const DispatchOptions& options);

// Starts the pipeline. Inputs are copied before it returns; outputs wait for Work::collect.
Result<std::shared_ptr<Work>> dispatch_async(const std::shared_ptr<Pipeline>& pipeline,
                                             std::span<const Binding> bindings,
                                             const DispatchOptions& options);

struct SplitReport {
  launch::Axes grid = {1, 1, 1};
  launch::Axes workgroup_size = {1, 1, 1};
  grid_sync::Report cut;
};

// How a dispatch with these bindings would be cut at the grid barriers of the program, whether it
// has to be or not. A buffer with a declared count needs no binding, one without counts 0 bytes
// then. A program without such barriers is refused.
Result<SplitReport> split_report(Pipeline& pipeline, std::span<const Binding> bindings,
                                 const DispatchOptions& options);

}  // namespace vyre::runtime
