#pragma once

#include <vector>

#include "ir/json/input.h"

namespace vyre::ir::json {

// Reads an array of statements, with all that is inside them.
bool read_statements(Input& in, Assembler& out, JsonValue array, std::vector<NodeId>& ids);

}  // namespace vyre::ir::json
