#pragma once

#include <memory>

#include "base/status/status.h"
#include "launch/kernel_source.h"
#include "reference/compile/bytecode.h"

namespace vyre::reference {

// Fails with kUnsupportedFeature, naming the thing, for what the interpreter does not do. What the
// language defines as a failure when it is reached becomes an instruction that fails.
Result<std::shared_ptr<const Bytecode>> compile(const launch::KernelSource& source);

}  // namespace vyre::reference
