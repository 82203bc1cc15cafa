#pragma once

#include "base/status/status.h"
#include "ir/types/type_table.h"

namespace vyre::launch {

// Fails with kInvalidProgram when no element of that type can be laid out: a vector of no lanes, an
// array of no bytes, a shape with an empty axis, an empty block, a group of no elements.
Status check_element_type(const ir::TypeTable& types, ir::TypeId element);

}  // namespace vyre::launch
