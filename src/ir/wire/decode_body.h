#pragma once

#include <memory_resource>
#include <vector>

#include "ir/build/assembler.h"
#include "ir/wire/reader.h"

namespace vyre::ir::wire {

// Reads one statement of the entry list, with all that is inside it, into an assembler; the depth
// starts anew with each. |scratch| is empty before and after.
bool read_statement(Reader& in, Assembler& out, std::pmr::vector<uint32_t>& scratch, NodeId& id);

}  // namespace vyre::ir::wire
