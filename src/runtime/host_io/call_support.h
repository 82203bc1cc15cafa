#pragma once

#include "backend/device.h"
#include "base/status/status.h"
#include "ir/program/program.h"
#include "registry/ops/snapshot.h"

namespace vyre::runtime {

// Whether |backend| can run every call that |program| still has when compositions have taken the
// place of theirs. Fails before anything is compiled, naming the op, the backend, the place of the
// call and what would provide the op.
Status check_calls(const ir::Program& program, const registry::Snapshot& snapshot,
                   const backend::Device& device);

}  // namespace vyre::runtime
