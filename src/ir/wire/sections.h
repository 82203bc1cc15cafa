#pragma once

#include <memory_resource>
#include <vector>

#include "ir/build/assembler.h"
#include "ir/wire/reader.h"

// The parts of a blob that the decoder reads one after the other, into an assembler. Each answers
// whether it worked; |in| keeps the failure.
namespace vyre::ir::wire {

// The metadata record, of which the buffers are a part, and what the region section says of them.
bool read_metadata(Reader& in, Assembler& out);
bool read_regions(Reader& in, Assembler& out);

// One statement of the entry list, with all that is inside it; the depth starts anew with each.
// |scratch| is empty before and after.
bool read_statement(Reader& in, Assembler& out, std::pmr::vector<uint32_t>& scratch, NodeId& id);

}  // namespace vyre::ir::wire
