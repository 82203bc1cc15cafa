#pragma once

#include "spirv/body/parts.h"

namespace vyre::spirv {

// Buffers as bytes, for copies that know nothing of elements; only of elements with a size.
// Elements of workgroup memory are filled up to whole words, those of storage lie close together.
Id byte_length(Parts& on, uint32_t buffer);
Id load_bytes(Parts& on, uint32_t buffer,
              Id byte);  // four from there on; beyond the end they are 0
// Those of bytes 4 * |number| and on that |mask| has; they lie within the buffer.
void store_bytes(Parts& on, uint32_t buffer, Id number, Id word, Id mask);

// The four bytes from |byte| on, of the words that hold it and the byte three behind it.
Id join_bytes(CodeWriter& code, Id low, Id high, Id byte);

}  // namespace vyre::spirv
