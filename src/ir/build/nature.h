#pragma once

#include "ir/build/draft.h"

namespace vyre::ir {

// Of an expression whose operands stand in |draft|, and whose names, types and payload in
// |program|. A Var counts as the name of a value that does not change.
Draft::Nature nature_of(const Expr& expr, const Draft& draft, const Program& program);

}  // namespace vyre::ir
