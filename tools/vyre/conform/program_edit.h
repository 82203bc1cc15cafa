#pragma once

#include <span>
#include <string_view>

#include "host/json.h"
#include "host/library.h"

// Programs looked at and changed by way of their JSON form.
namespace tool {

// |program| with the members of |properties| set on the buffer that its member "buffer" names.
Result<Program> with_buffer_properties(vyre_context* context, const vyre_program* program,
                                       const Json& properties);

// |program| with |bits| ("0x80000000") in place of every f32 literal +0.0.
Result<Program> with_zero_literals(vyre_context* context, const vyre_program* program,
                                   std::string_view bits);

// |program| with the buffers |names| declared without a count.
Result<Program> with_any_length(vyre_context* context, const vyre_program* program,
                                std::span<const std::string_view> names);

// Whether the order of atomic operations may show in |buffer|: several kinds of them touch it, or
// the program uses a value that one returned.
bool shows_order_of_atomics(const vyre_program* program, std::string_view buffer);

// Whether invocations of |program| may store to a place that others store to or load from
// meanwhile: no id of theirs is in it, or a buffer is loaded and stored at different places between
// two grid barriers.
bool may_race(const vyre_program* program);

}  // namespace tool
