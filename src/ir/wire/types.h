#pragma once

#include "ir/program/program.h"
#include "ir/wire/reader.h"
#include "ir/wire/writer.h"

// Types have two encodings: inline in expressions, and dense as the element of a buffer, where the
// tag stands apart from the parameters and wrapped types do not exist.
namespace vyre::ir::wire {

// |depth| counts what stands around the type, which newer forms bound with the types inside.
bool read_inline_type(Reader& in, TypeTable& types, uint32_t depth, TypeId& id);

// A type of form 1, in a buffer or an expression.
bool read_first_type(Reader& in, TypeTable& types, TypeId& id);

// From behind the element count of a shape; |tag| was read before at |tag_at|.
bool read_dense_type(Reader& in, uint8_t tag, Cursor tag_at, TypeTable& types, TypeId& id);

// False when an Array is too large for the inline form.
bool write_inline_type(Writer& out, const TypeTable& types, TypeId id);

// The parameters alone. False when the format has no such element.
bool write_dense_parameters(Writer& out, const TypeTable& types, TypeId id);

}  // namespace vyre::ir::wire
