#pragma once

#include <string_view>

#include "backend/device.h"
#include "base/status/lacks.h"
#include "registry/ops/op_def.h"
#include "registry/ops/snapshot.h"
#include "runtime/pipeline/lowerings.h"

namespace vyre::runtime {

// Gives |compiled| its program, with compositions in the place of calls but those that |lowerings|
// leaves to the device, and the ops that it calls. Notes what the device lacks for the calls that
// stay, before anything is compiled: the op, the device, the place of the call and what would
// provide the op.
Status expand_calls(const Compilation& on, const registry::Snapshot& snapshot,
                    const Lowerings& lowerings, CompiledProgram& compiled, Lacks& lacks);

// Notes what the op lacks to be called on a device that has |can|.
void note_call(const registry::OpDef& op, const backend::Capabilities& can, std::string_view device,
               Lacks& lacks);

}  // namespace vyre::runtime
