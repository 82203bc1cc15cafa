#pragma once

#include <memory>
#include <vector>

#include "backend/selection.h"
#include "runtime/pipeline/pipeline.h"

namespace vyre::runtime {

// Whether |device| can run |program| with these options and the ops that its context publishes now;
// compiles nothing.
Status check_program(const Device& device, const Program& program, const PipelineOptions& options);

// Whether programs that call |op| run on |device|: it runs the op, or what stands in for it.
Status check_op(const Device& device, const registry::OpDef& op);

// The same of all |programs|, for devices that need not be open. Borrows |context|.
std::shared_ptr<const backend::Needs> needs_of(std::vector<std::shared_ptr<const Program>> programs,
                                               Context& context);

}  // namespace vyre::runtime
