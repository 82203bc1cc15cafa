#pragma once

#include <span>
#include <vector>

#include "ir/program/program.h"

namespace vyre::ir {

// By ExprId: the first expression of the program that gives the same value as this one wherever
// both are parts of one expression; kNone for what stands in no statement. What may give another
// value each time (an atomic, a subgroup operation), calls and opaque expressions are equal to
// themselves alone, as are |apart| and whatever holds one of these.
std::vector<ExprId> find_equal_exprs(const Program& program, std::span<const ExprId> apart);

}  // namespace vyre::ir
