#pragma once

#include "ir/build/assembler.h"
#include "ir/wire/reader.h"

namespace vyre::ir::wire {

// The metadata record, of which the buffers are a part, and what the region section says of them.
// Whether it worked; |in| keeps the failure.
bool read_metadata(Reader& in, Assembler& out);
bool read_regions(Reader& in, Assembler& out);

}  // namespace vyre::ir::wire
