#pragma once

#include <string_view>

#include "backend/device.h"
#include "base/status/status.h"
#include "ir/program/program.h"
#include "registry/ops/snapshot.h"

namespace vyre::runtime {

// Whether |device|, which has |can|, can run every call that |program| still has when compositions
// have taken the place of theirs. Fails before anything is compiled, naming the op, the device, the
// place of the call and what would provide the op.
Status check_calls(const ir::Program& program, const registry::Snapshot& snapshot,
                   const backend::Capabilities& can, std::string_view device);

}  // namespace vyre::runtime
