#pragma once

#include "base/status/status.h"
#include "ir/program/program.h"

namespace vyre::ir {

// Checks what every walk over a program relies on: each index points at an existing record, each
// expression, statement and shape predicate stands in at most one place and never inside itself,
// and the nesting is at most Program::kMaxDepth. Fails with kInvalidArgument.
Status check_structure(const Program& program);

}  // namespace vyre::ir
