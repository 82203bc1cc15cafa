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

// The same for work that nobody holds: a failure is logged, and told by who waits for the device.
Status dispatch_unowned(const std::shared_ptr<Pipeline>& pipeline,
                        std::span<const Binding> bindings, const DispatchOptions& options);

}  // namespace vyre::runtime
