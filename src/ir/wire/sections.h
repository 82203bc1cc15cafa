#pragma once

#include <memory_resource>
#include <vector>

#include "ir/build/assembler.h"
#include "ir/wire/decode.h"
#include "ir/wire/reader.h"

// The parts of a blob that the decoder reads one after the other, into an assembler. Each answers
// whether it worked; |in| keeps the failure.
namespace vyre::ir::wire {

// What a program means that was read in |form|.
Semantics semantics_in(const Reading& reading, WireForm form);

// Parts that form 1 has too.
bool read_entry_op_id(Reader& in, Assembler& out);
bool check_workgroup_size(Reader& in, Cursor at, const std::array<uint32_t, 3>& size);

// The metadata record, of which the buffers are a part, and what the region section says of them.
bool read_metadata(Reader& in, Assembler& out);
bool read_regions(Reader& in, Assembler& out);

// One statement of the entry list, with all that is inside it; the depth starts anew with each.
// |scratch| is empty before and after.
bool read_statement(Reader& in, Assembler& out, std::pmr::vector<uint32_t>& scratch, NodeId& id);

// Whether |blob| begins like form 1; a whole program in it.
bool is_first_form(std::span<const uint8_t> blob);
Result<std::shared_ptr<const Program>> decode_first(std::span<const uint8_t> blob,
                                                    std::pmr::memory_resource* memory,
                                                    const LoadBounds& bounds,
                                                    const Reading& reading);

// All statements of form 1. |too_deep_at|: where one or an expression stands too deep for the other
// forms, or null.
bool read_first_body(Reader& in, Assembler& out, std::pmr::vector<uint32_t>& scratch, Range& list,
                     Cursor& too_deep_at);

// Whether elements of |buffer|, which stands at |at|, keep to the bound of who loads.
bool check_element(Reader& in, const Program& program, const Buffer& buffer, Cursor at);

}  // namespace vyre::ir::wire
